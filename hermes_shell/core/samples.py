"""The plugin that a newcomer gets by one click: copied from the package into the home, never over anything."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import Final

from hermes_shell.errors import ShellError

SAMPLE: Final = Path(__file__).resolve().parent.parent / "sample_plugin"
NAME: Final = "my-first-plugin"
"""Id of the sample, and the folder it goes to."""


class SampleError(ShellError):
    """The sample was not copied; nothing that was there has changed."""


def add_sample(root: Path) -> Path:
    """Copy the sample into a plugins folder. Blocks: call it in a thread.

    The copy is made beside its place, in a folder that the loader passes over, and moved there as a whole: a copy that
    breaks off leaves no half plugin.

    Args:
        root: the plugins folder; it is created when it is missing.

    Returns:
        The new folder.

    Raises:
        SampleError: something of that name is there, or the folder cannot be written.
    """
    target = root / NAME
    if os.path.lexists(target):
        raise SampleError(f"{target} is there already. Move it away to get the sample anew.")
    try:
        root.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=f".{NAME}.staging-", dir=root))
        try:
            staged = shutil.copytree(SAMPLE, staging / NAME, ignore=shutil.ignore_patterns("__pycache__"))
            for place in (staged, *staged.rglob("*")):
                place.chmod(place.stat().st_mode | stat.S_IWUSR)  # a package may be installed read-only
            os.rename(staged, target)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
    except OSError as error:
        raise SampleError(f"The sample cannot be copied to {target}: {error.strerror or error}.") from error
    return target
