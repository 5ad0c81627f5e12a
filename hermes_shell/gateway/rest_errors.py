"""Why a REST call failed, as the gateway says it."""

from __future__ import annotations

from typing import cast


def detail_of(status: int, answer: object) -> str:
    """Why a call failed, as the gateway says it."""
    if isinstance(answer, dict):
        found = cast("dict[str, object]", answer)
        detail = found.get("detail", found.get("error"))
        if isinstance(detail, str) and detail:
            return detail
        if isinstance(detail, list):  # pydantic's list of what does not fit
            texts = [
                str(cast("dict[str, object]", row).get("msg"))
                for row in cast("list[object]", detail)
                if isinstance(row, dict)
            ]
            if texts:
                return "; ".join(texts)
    return f"The gateway answered with HTTP {status}."
