"""A start loads what the first window needs, and nothing of the tools for authors of plugins."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = "import sys, hermes_shell.app, hermes_shell.server, hermes_shell.start; print(*sorted(sys.modules))"


def test_a_start_loads_no_check_of_plugins_and_no_reader_of_chats() -> None:
    found = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60)
    late = (
        "hermes_shell.plugins.check",
        "hermes_shell.transcript",
        "hermes_shell.commands",
        "hermes_shell.gateway.embedded",
    )
    assert [name for name in found.stdout.split() if name.startswith(late)] == []
