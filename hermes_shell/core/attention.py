"""Calls the user: notifications of the desktop and a tone, when the agent asks or is done, by choice.

A notification is posted only while no window has the focus; a tone sounds in one window, also then. A click on the
notification leads to the chat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from hermes_shell.core.question_door import UNTITLED
from hermes_shell.core.shell import CoreContext, Shell
from hermes_shell.notifications import Notification

if TYPE_CHECKING:
    from hermes_shell.core.questions import Outcome
    from hermes_shell.core.window import Window
    from hermes_shell.gateway import Event
    from hermes_shell.transcript.questions import Question

LONGEST_BODY: Final = 200
"""Characters of an answer that a notification shows."""
PAUSE_SECONDS: Final = 2.0
"""Between two notifications about turns: many that end together call once."""

Cause = Literal["question", "turn"]


def register(ctx: CoreContext) -> None:
    """Follow questions and turns."""
    attention = Attention(ctx.shell)
    ctx.shell.questions.subscribe(attention.asked)
    ctx.shell.gateway.subscribe(attention.hear)


class Attention:
    """Decides who is called, and how.

    Args:
        shell: its settings, windows, chats and notifications.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._last_turn = float("-inf")
        self._tasks: set[asyncio.Task[bool]] = set()

    def asked(self, question: Question, outcome: Outcome, words: str) -> None:
        """A question came, or is over."""
        del words
        if outcome == "open":
            title = f"{self._title(question.key)}: the agent needs you"
            # A password or a secret is about a name only; a command may be long.
            self._call("question", question.key, title, question.command or question.title)

    def hear(self, event: Event) -> None:
        """A turn that ended calls, unless the user ended it."""
        if event.get("type") != "message.complete":
            return
        payload = event.get("payload")
        fields = cast("Mapping[str, Any]", payload if isinstance(payload, dict) else {})
        status = fields.get("status")
        chat = self._shell.chats.by_live(str(event.get("session_id") or ""))
        if chat is None or status == "interrupted":
            return
        now = asyncio.get_running_loop().time()
        if now - self._last_turn < PAUSE_SECONDS:
            return
        self._last_turn = now
        end = "failed" if status == "error" else "is done"
        self._call("turn", chat.key, f"{self._title(chat.key)} {end}", str(fields.get("text") or ""))

    def _call(self, cause: Cause, key: str, title: str, body: str) -> None:
        settings = self._shell.preferences
        sounds = str(settings.preference("notifications.sound"))
        with_tone = sounds == "all" or (sounds == "questions" and cause == "question")
        sounding = self._sounding() if with_tone else None
        if sounding is not None:
            sounding.send({"t": "attention", "tone": cause})
        wanted = settings.is_on("notifications.enabled") and settings.is_on(
            "notifications.questions" if cause == "question" else "notifications.turns"
        )
        if wanted and self._shell.focus.is_away:
            line = " ".join(body.split())
            shown = line if len(line) <= LONGEST_BODY else f"{line[: LONGEST_BODY - 1]}…"
            notification = Notification(title, shown, silent=sounding is not None)
            task = asyncio.create_task(
                self._shell.notifications.post(notification, lambda _: self._clicked(key)), name="attention"
            )
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _title(self, key: str) -> str:
        chat = self._shell.chats.chat(key) if key else None
        return (chat.title if chat is not None else "") or UNTITLED

    def _sounding(self) -> Window | None:
        """The one window in which a tone sounds: that with the focus, else any."""
        windows, focused = self._shell.windows, self._shell.focus.windows
        return next((windows[name] for name in windows if name in focused), next(iter(windows.values()), None))

    def _clicked(self, key: str) -> None:
        """Bring a window to the front that shows the chat, and let it do so."""
        windows = tuple(self._shell.windows.values())
        chat = self._shell.chats.chat(key) if key else None
        shown = chat.shown if chat is not None else set[str]()
        front = self._shell.desktop.front()
        best = next((one for one in windows if one.id in shown), None)
        best = best or next((one for one in windows if one.native == front), next(iter(windows), None))
        self._shell.desktop.focus(best.native if best is not None else None)
        if best is not None and key:
            best.send({"t": "attention", "open": key})
