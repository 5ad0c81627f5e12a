"""Small files of the home that are damaged: they are kept under another name, never overwritten."""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path


def set_aside(file: Path) -> Path:
    """Rename a damaged file to `<name>.damaged-<time>-<random>` beside it.

    Returns:
        Where it is kept.

    Raises:
        OSError: it cannot be renamed; it is where it was.
    """
    kept = file.with_name(f"{file.name}.damaged-{time.strftime('%Y%m%dT%H%M%S')}-{secrets.token_hex(2)}")
    os.rename(file, kept)
    return kept
