"""The start waits for no gateway and loads nothing for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPT = """
import asyncio, sys
from pathlib import Path
from hermes_shell.app import create_app
from hermes_shell.page import page_html
from hermes_shell.paths import Home
from hermes_shell.settings import Settings

async def main():
    home = Home(Path(sys.argv[1])); home.prepare()
    app = create_app(Settings(home=home, gateway="child"))
    async with app.router.lifespan_context(app):
        page_html(app.state.shell, "nonce")
        heavy = {"httpx2", "httpx", "websockets", "openai", "markdown_it", "mdit_py_plugins", "pygments"}
        print(app.state.shell.gateway.state, sorted(heavy & set(sys.modules)))

asyncio.run(main())
"""


def test_until_the_first_page_nothing_of_a_gateway_is_loaded_or_started(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "idle []\n"
