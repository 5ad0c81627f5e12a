"""JSON over HTTP that can hold every text a page may have stored."""

from __future__ import annotations

import json

from starlette.responses import JSONResponse


class JsonAnswer(JSONResponse):
    """A JSON response, escaped to ASCII: text with unpaired surrogates is JSON too, and UTF-8 cannot hold it."""

    def render(self, content: object) -> bytes:
        """The body."""
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")
