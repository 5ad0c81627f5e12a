"""What is set for all sessions: what Enter does while a turn runs, reasoning, skin and the like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hermes_shell.gateway.embedded.chat_store import ChatStore

EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max", "ultra")

CHOICES: Mapping[str, tuple[str, ...]] = {
    "busy": ("interrupt", "queue", "steer"),
    "approval_mode": ("manual", "smart", "off"),
    "yolo": ("off", "on"),
    "display": ("show", "hide"),
    "verbose": ("off", "new", "all", "verbose"),
    "details_mode": ("hidden", "collapsed", "expanded"),
    "thinking_mode": ("collapsed", "truncated", "full"),
    "compact": ("off", "on"),
    "statusbar": ("on", "off", "top", "bottom"),
    "mouse": ("on", "off"),
    "fast": ("off", "on"),
    "indicator": ("kaomoji", "emoji", "unicode", "ascii"),
}
"""Values that a key may have; the first is the default."""

TEXTS = ("reasoning", "personality", "skin", "prompt", "cwd")
"""Keys that take any short text, empty by default."""

LONGEST = 4000

INSTRUCTIONS = (
    "You are a helpful assistant in a desktop app that shows Markdown. You have no tools here: you cannot run "
    "commands, open files or pages, or remember other chats. Say so when you are asked to, and offer what you can do "
    "instead."
)
"""What a model is told when nothing else is set."""

_DEFAULTS: Mapping[str, str] = {**{key: values[0] for key, values in CHOICES.items()}, **dict.fromkeys(TEXTS, "")}


class Preferences:
    """The preferences, in memory and saved with the chats.

    Args:
        store: the chats.
    """

    def __init__(self, store: ChatStore) -> None:
        self._store = store
        self._values = dict(_DEFAULTS)

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    @property
    def effort(self) -> str:
        """The reasoning effort of sessions without one of their own; empty = the model's own."""
        return self._values["reasoning"]

    @property
    def instructions(self) -> str:
        """What a model is told before every conversation."""
        told, manner = self._values["prompt"] or INSTRUCTIONS, self._values["personality"]
        return f"{told}\n\nAnswer in this manner: {manner}" if manner else told

    async def load(self) -> None:
        """Read what was saved; a value that is not allowed any more counts as not set, and stays in the file."""
        saved = await self._store.run(lambda: {key: self._store.setting(key) for key in _DEFAULTS})
        for key, value in saved.items():
            if value is not None and (key not in CHOICES or value in CHOICES[key]):
                self._values[key] = value

    async def set(self, key: str, value: str) -> None:
        """Set and save one.

        Raises:
            GatewayError: it was not saved, and is as it was.
        """
        assert key in _DEFAULTS, "the caller knows the keys"
        await self._store.run(lambda: self._store.set_setting(key, value))
        self._values[key] = value

    def file(self) -> dict[str, Any]:
        """What differs from the defaults, as the gateway's config file would have it."""
        changed = {key: value for key, value in self._values.items() if value != _DEFAULTS[key]}
        config: dict[str, Any] = {}
        for key, value in changed.items():
            section, name = _PLACES.get(key, ("display", key))
            config.setdefault(section, {})[name] = value
        return config


_PLACES = {
    "busy": ("display", "busy_input_mode"),
    "approval_mode": ("approvals", "mode"),
    "yolo": ("approvals", "yolo"),
    "reasoning": ("agent", "reasoning_effort"),
    "display": ("display", "show_reasoning"),
    "cwd": ("terminal", "cwd"),
}
