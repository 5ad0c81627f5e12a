"""Files of things that can be computed again."""

from __future__ import annotations

import logging
import os
import tempfile
from pathlib import Path

_log = logging.getLogger(__name__)


def write_atomically(file: Path, data: bytes) -> None:
    """Write a cache file so that a reader sees the old or the new one, never half of it; failure is only logged."""
    temporary: str | None = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".tmp")
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.replace(temporary, file)
    except OSError as error:
        _log.warning("The cache file %s cannot be written: %s", file, error)
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
