"""A chat in which everything occurs that a transcript shows, told as a gateway tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hermes_shell.transcript.transcript import Transcript

ANSWER = """The chip did register again, but the timer of the first load kept writing to an atom that nobody reads any \
more. The count now lives in one place and starts from **storage**:

```js checks/plugin.js lines 41–43
const count = atom(ctx.storage.get('count', 0))
ctx.register({ area: STATUSBAR_AREAS.right, id: 'chip', order: 50,
  render: () => jsx(Chip, { count }) })  // mounts again, never counts again
```

| 20 saves, 2 cores | Median | p95 | Budget |
|---|--:|--:|--:|
| Save to changed chip | 17 ms | 31 ms | 40 ms |
| Stale counts seen | 0 | 0 | 0 |

- [x] the timer is disposed
- [ ] a test for the *second* save, see <https://example.org/tests>

> `count` is read once, at \\(t_0\\).

1. Save the file
2. Look at the chip
"""
DIFF = """\x1b[2ma/checks/plugin.js → b/checks/plugin.js\x1b[0m
@@ -40,1 +40,2 @@
\x1b[31m-setInterval(() => count.set(runs.length), 1000)\x1b[0m
\x1b[32m+const timer = setInterval(() => count.set(runs.length), 1000)\x1b[0m
\x1b[32m+ctx.onDispose(() => clearInterval(timer))\x1b[0m
"""


class Clock:
    """Seconds that pass only when told."""

    def __init__(self, now: float = 1_800_000_000) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Teller:
    """Says events to a transcript."""

    def __init__(self, transcript: Transcript | None = None) -> None:
        self.clock = Clock()
        self.transcript = transcript or Transcript("20261130_1", self.clock)

    def __call__(self, kind: str, /, **payload: Any) -> bool:
        return self.transcript.apply({"type": kind, "session_id": "live", "payload": payload})

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.now += seconds

    def tool(self, call: str, name: str, result: object, seconds: float = 0.05, diff: str = "", **args: Any) -> None:
        """A whole tool call."""
        self("tool.generating", name=name)
        self("tool.start", tool_id=call, name=name, context="")
        self.wait(seconds)
        self("tool.complete", tool_id=call, name=name, args=args, duration_s=seconds, result=result, inline_diff=diff)


def rich(told: Callable[[Teller], None] | None = None) -> Transcript:
    """The chat of the look's picture, and before it one with everything else."""
    say = Teller()
    say.transcript.said("Which plugins put a chip in the status bar of this window?", "c1")
    say("message.start")
    say.tool("1", "search_files", {"total_count": 7}, 0.004, pattern="statusBar.left, statusBar.right")
    text = "Three: `checks`, `focus-timer` and `gpu-watch`. The other four chips are core."
    say("message.delta", text=text)
    say.wait(6)
    say("message.complete", text=text, status="complete", usage={"total": 900})
    say.transcript.said("The Checks chip shows an old count after a save. Find out why and fix it.", "c2")
    say("message.start")
    say("reasoning.delta", text="The chip registers on each load.\n\nSo who keeps the old timer?")
    say.wait(8)
    say.tool("2", "read_file", {"total_lines": 80}, path="checks/plugin.js")
    say.tool("3", "search_files", {"total_count": 3}, pattern="setInterval")
    say.tool("4", "patch", {"success": True}, 0.1, DIFF, path="checks/plugin.js")
    say.tool(
        "5",
        "terminal",
        {"output": "24 \x1b[32mpassed\x1b[0m", "exit_code": 0},
        0.9,
        command="hermes-shell plugins check",
    )
    say("message.delta", text=ANSWER)
    if told:
        told(say)
    return say.transcript
