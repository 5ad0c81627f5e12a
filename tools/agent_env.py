"""Makes `.agent-venv`: the real agent that the tests talk to.

    python3 tools/agent_env.py

An environment of its own, because the agent pins other versions of what the shell uses. It is compiled, so that the
first start of a test is as quick as the next, and nothing outside the repository is touched: tests give every agent a
home of its own. Only the standard library: it runs before there is an environment.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

VERSION = "0.19.0"
PYTHONS = ((3, 11), (3, 14))
"""Interpreters that this version of the agent runs on: from the first, below the second."""
ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".agent-venv"
CONSTRAINTS = ROOT / "tools" / "agent-constraints.txt"
COMMAND = FOLDER / ("Scripts/hermes.exe" if sys.platform == "win32" else "bin/hermes")
STAMP = FOLDER / ".installed"


def main() -> int:
    """Install the agent when it is missing or outdated; returns the exit code."""
    python = interpreter()
    if python is None:
        print(f"hermes-agent {VERSION} needs Python 3.11, 3.12 or 3.13; none of them is on PATH.")
        return 1
    began = time.monotonic()
    STAMP.unlink(missing_ok=True)
    subprocess.run([python, "-m", "venv", "--clear", FOLDER], check=True)
    inside = COMMAND.with_name("python.exe" if sys.platform == "win32" else "python")
    pip = [inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--compile"]
    subprocess.run([*pip, "--constraint", CONSTRAINTS, f"hermes-agent=={VERSION}"], check=True)
    STAMP.write_text(f"{VERSION}\n", encoding="utf-8")
    print(f"hermes-agent {VERSION} is in {FOLDER.name} ({megabytes(FOLDER)} MB, {time.monotonic() - began:.0f} s).")
    return 0


def interpreter() -> str | None:
    """An interpreter that the agent runs on: this one, or another one on PATH."""
    first, end = PYTHONS
    if first <= sys.version_info[:2] < end:
        return sys.executable
    names = (f"python3.{minor}" for minor in range(end[1] - 1, first[1] - 1, -1))
    return next((found for name in names if (found := shutil.which(name))), None)


def megabytes(folder: Path) -> int:
    """What the files of `folder` take, in millions of bytes."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) // 1_000_000


if __name__ == "__main__":
    sys.exit(main())
