"""A home with conversations of 5,000 messages, and how long it takes until a window shows one of them."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Page

from tests.session_seed import SeededChat, seed

CHATS = tuple(f"2026110{day}_000000_000000" for day in range(1, 8))
MESSAGES = 5_000
ANSWER = """The count lives in **one** place, see `count` and [the guide](https://example.org).

```js checks/plugin.js
const count = atom(ctx.storage.get('count', 0))
ctx.register({ id: 'chip', render: () => jsx(Chip, { count }) })
```

| saves | median | p95 |
|---|--:|--:|
| chip | 17 ms | 31 ms |

- one
- two
"""
# From the address to the frame that shows the newest message.
OPEN = """async ([chat, last]) => {
  const started = hermesBench.now()
  location.hash = `/${chat}`
  const there = () => [...document.querySelectorAll('#workspace-page .hs-prose')].at(-1)?.textContent.includes(last)
  if ((await hermesBench.until(there)) === null) return null
  return (await hermesBench.painted()) - started
}"""


def seed_long_chats(home: Path) -> None:
    """Write the chats into a home on which no shell runs."""
    seed(home, [SeededChat(chat, f"Long chat {at}") for at, chat in enumerate(CHATS)])
    rows = [("user" if at % 2 == 0 else "assistant", text_of(at), time.time()) for at in range(MESSAGES - 1)]
    with closing(sqlite3.connect(home / "desktop-shell" / "chats.db")) as database:
        for chat in CHATS:
            database.executemany(
                "INSERT INTO messages (session, role, content, status, at) VALUES (?, ?, ?, 'complete', ?)",
                [(chat, *row) for row in (*rows, ("assistant", f"{ANSWER}\nend of {chat}", time.time()))],
            )
        database.commit()


def text_of(at: int) -> str:
    """What the message at this place says."""
    return f"What about {at}?" if at % 2 == 0 else f"{ANSWER}\nend {at}"


def open_chat(page: Page, chat: str) -> float:
    """Go to a chat by its address; returns the milliseconds until its newest message was painted.

    Raises:
        TimeoutError: it was not shown within 10 s.
    """
    took = page.evaluate(OPEN, [chat, f"end of {chat}"])
    if took is None:
        raise TimeoutError(f"the newest message of {chat} was not shown within 10 s")
    return float(took)
