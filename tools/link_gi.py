"""Makes Debian's PyGObject visible in this virtual environment.

The GTK window needs the module `gi`, which distributions build for their own Python. A virtual environment made from
another build of the same minor version (pyenv, for example) can load it, since the binary interface is the same: one
symbolic link is enough. Run it with the environment's Python. Where there is nothing to link it does nothing.
"""

import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

DISTRIBUTION = Path("/usr/lib/python3/dist-packages")


def link(source: Path, target: Path) -> list[str]:
    """Link `gi` and `cairo` from `source` into `target`; returns the names that are linked now.

    A package whose extension module was built for another Python is left alone, and so is a real package in `target`.
    """
    linked: list[str] = []
    for name, extension in (("gi", "_gi"), ("cairo", "_cairo")):
        package, place = source / name, target / name
        if not any((package / f"{extension}{suffix}").exists() for suffix in EXTENSION_SUFFIXES):
            continue
        if place.is_symlink() and not place.exists():
            place.unlink()
        if not place.exists():
            place.symlink_to(package, target_is_directory=True)
        if place.is_symlink():
            linked.append(name)
    return linked


if __name__ == "__main__" and sys.platform == "linux" and sys.prefix != sys.base_prefix:
    link(DISTRIBUTION, Path(sysconfig.get_path("purelib")))
