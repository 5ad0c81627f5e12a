"""A stand-in for the agent's program, run as a process of its own; $FAKE_AGENT says how it behaves.

`good` serves; `hang` never says that it is ready; `exit` ends at once; `old` knows no `serve`; `deaf` is ready and
nothing listens; `stubborn` serves and ignores SIGTERM.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

from tests.gateway.fake_gateway import FakeGateway

TOO_OLD = "hermes: error: argument command: invalid choice: 'serve' (choose from 'chat')"


def main() -> None:
    """Behave."""
    manner = os.environ.get("FAKE_AGENT", "good")
    run = {"pid": os.getpid(), "argv": sys.argv[1:], "home": os.environ["HERMES_HOME"]}
    with Path(os.environ["FAKE_AGENT_RUNS"]).open("a") as runs:
        runs.write(json.dumps({**run, "desktop": os.environ["HERMES_DESKTOP"]}) + "\n")
    if manner == "old":
        print(TOO_OLD, file=sys.stderr)
        sys.exit(2)
    if manner == "exit":
        print(f"The database is locked: ?token={os.environ['HERMES_DASHBOARD_SESSION_TOKEN']}", file=sys.stderr)
        sys.exit(1)
    if manner == "hang":
        print("loading", flush=True)
        signal.pause()
    if manner == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    asyncio.run(serve(deaf=manner == "deaf"))


async def serve(*, deaf: bool) -> None:
    """Say that it is ready, and be it unless deaf."""
    async with FakeGateway(os.environ["HERMES_DASHBOARD_SESSION_TOKEN"]) as gateway:
        ready = Path(os.environ["HERMES_DESKTOP_READY_FILE"])
        fresh = ready.with_suffix(".new")
        fresh.write_text(json.dumps({"port": 1 if deaf else gateway.port}))
        fresh.replace(ready)
        await asyncio.Event().wait()


if __name__ == "__main__":
    main()
