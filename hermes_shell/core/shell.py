"""The parts of one running shell, and the door through which core surfaces register."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from hermes_shell.announcements import Announcements
from hermes_shell.areas import AREAS
from hermes_shell.contribution import Contribution, Dispose
from hermes_shell.core.attachment_store import Attachments
from hermes_shell.core.desktop import Desktop, NoDesktop
from hermes_shell.core.draft_store import Drafts
from hermes_shell.core.known_pages import KnownPages
from hermes_shell.core.plugin_parts import Loader, Styles
from hermes_shell.decisions import Decisions
from hermes_shell.gateway import Gateway
from hermes_shell.instance import Instance
from hermes_shell.notifications import Notifications
from hermes_shell.plugins.row import Row
from hermes_shell.plugins.sources import SpecifierUrls
from hermes_shell.registry import Registry
from hermes_shell.settings import Settings
from hermes_shell.starts import Starts
from hermes_shell.storage import Storage

if TYPE_CHECKING:
    from hermes_shell.bridge import Bridge
    from hermes_shell.channel_messages import Store
    from hermes_shell.core.chat.hub import ChatHub
    from hermes_shell.core.notify import Focus
    from hermes_shell.core.outbox import Outbox
    from hermes_shell.core.questions import Questions
    from hermes_shell.core.sessions.session_list import SessionList
    from hermes_shell.core.settings_store import SettingsStore
    from hermes_shell.core.window import Window

Verb = Callable[["Window", Mapping[str, Any]], Awaitable[object]]
"""What a page may call: the window that called, and its arguments as parsed from JSON."""

Topic = Callable[["Window", Mapping[str, Any]], None]
"""What a page may tell: the window that tells, and the arguments as parsed from JSON. Returns at once."""

INVENTORY = frozenset(
    {
        "plugin-changed",
        "plugin-removed",
        "plugin-report",
        "plugins-reload",
        "plugins-root",
        "scan-ended",
        "decision",
    }
)
"""Kinds of announcements after which the inventory looks different."""


@dataclass
class Shell:
    """Everything that one process is made of; `app.state.shell`.

    `tray_fault` says why there is no icon in the tray, as a sentence; None = there is one, or nobody knows yet.
    `surfaces` holds a sentence about each part of the core by the name of its module; `awaited_routes` what a native
    window shall show once its page is there, by the window's key. `stored` counts the values that plugins stored,
    those in `storing` included, which are on their way to the disk: plugin and key -> the last one. `nav_hidden` are
    the navigation rows that the user hid. `configuring` is held while the settings of the gateway are changed.
    """

    settings: Settings
    instance: Instance
    storage: Storage
    decisions: Decisions
    announcements: Announcements
    announce: Callable[..., int]
    loader: Loader
    styles: Styles
    bridge: Bridge
    registry: Registry
    preferences: SettingsStore
    starts: Starts
    notifications: Notifications
    static_version: str
    gateway: Gateway
    stored: int = 0
    nav_hidden: frozenset[str] = frozenset()
    configuring: asyncio.Lock = field(default_factory=asyncio.Lock)
    storing: dict[tuple[str, str], Store] = field(default_factory=dict[tuple[str, str], "Store"])
    desktop: Desktop = field(default_factory=NoDesktop)
    tray_fault: Callable[[], str | None] = lambda: None
    surfaces: dict[str, str] = field(default_factory=dict[str, str])
    verbs: dict[str, Verb] = field(default_factory=dict[str, Verb])
    topics: dict[str, Topic] = field(default_factory=dict[str, Topic])
    windows: dict[str, Window] = field(default_factory=dict[str, "Window"])
    awaited_routes: dict[str, str] = field(default_factory=dict[str, str])
    inventory_listeners: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    welcome_listeners: list[Callable[[Window], None]] = field(default_factory=list[Callable[["Window"], None]])
    gone_listeners: list[Callable[[str], None]] = field(default_factory=list[Callable[[str], None]])
    setting_listeners: list[Callable[[str], None]] = field(default_factory=list[Callable[[str], None]])

    def take_incidents(self) -> list[str]:
        """What went wrong with the home and was not told to a window yet, one sentence each; each is handed out once.

        Damage may be found late: a plugin's stored values are read when the first page is made.
        """
        taken: list[str] = []
        for told in (self.storage.incidents, self.instance.incidents):
            count = len(told)
            taken += told[:count]
            del told[:count]
        return taken

    async def stop_channels(self) -> None:
        """Say goodbye to every window and end its channel."""
        self.starts.stop()
        await asyncio.gather(*(window.stop() for window in tuple(self.windows.values())))

    @cached_property
    def known_pages(self) -> KnownPages:
        """Which plugin had a page at which address."""
        return KnownPages(self.storage)

    @cached_property
    def drafts(self) -> Drafts:
        """What was typed and not sent."""
        return Drafts(self.storage)

    @cached_property
    def attachments(self) -> Attachments:
        """Files that go with prompts."""
        return Attachments(self.settings.home.cache / "attachments")

    @cached_property
    def outbox(self) -> Outbox:
        """Prompts that the gateway has not answered for."""
        from hermes_shell.core.outbox import Outbox  # late: it stands on this module's own imports

        return Outbox(self.storage, self.gateway)

    @cached_property
    def chats(self) -> ChatHub:
        """The chats of this process."""
        from hermes_shell.core.chat.cuts import Cuts  # late, as above
        from hermes_shell.core.chat.hub import ChatHub

        return ChatHub(self.gateway, self.outbox, Cuts(self.storage, self.outbox))

    @cached_property
    def questions(self) -> Questions:
        """What the agent waits for, over all chats."""
        from hermes_shell.core.questions import Questions  # late, as above

        return Questions(self.gateway, self.storage, self._key_of)

    @cached_property
    def focus(self) -> Focus:
        """Which windows have the focus."""
        from hermes_shell.core.notify import Focus  # late, as above

        return Focus()

    @cached_property
    def sessions(self) -> SessionList:
        """The sessions of the gateway."""
        from hermes_shell.core.sessions.session_list import SessionList  # late, as above

        return SessionList(self)

    def _key_of(self, live: str) -> str | None:
        chat = self.chats.by_live(live)
        return None if chat is None else chat.key

    async def close_sessions(self) -> None:
        """End what the list of sessions does, where there is one."""
        if "sessions" in self.__dict__:
            await self.sessions.close()

    @property
    def safe_mode(self) -> bool:
        """Whether disk plugins are not evaluated: the user wished so, or is being asked after bad starts."""
        return self.starts.mode != "usual"

    @property
    def base(self) -> str:
        """The secret path, with a slash at its end."""
        return self.instance.base

    @property
    def static(self) -> str:
        """Where the static files of this version lie, with a slash at its end."""
        return f"{self.base}static/{self.static_version}/"

    @property
    def urls(self) -> SpecifierUrls:
        """Where the allowed specifiers lead."""
        return SpecifierUrls(base=self.base, static=self.static)

    def decide(self, plugin: str, enabled: bool) -> Awaitable[None]:
        """Turn a plugin on or off in every window.

        Returns:
            Resolves when the choice is on disk.
        """
        saved = self.decisions.set(plugin, enabled)
        self.announce("decision", id=plugin, enabled=enabled)
        return asyncio.wrap_future(saved)


def plugin_errors(rows: Iterable[Row]) -> int:
    """How many plugins have an error; one that is turned off does not count."""
    return sum(1 for row in rows if row["error"] is not None and row["enabled"] is not False)


class CoreContext:
    """What a core surface gets in `register(ctx)`: the same door as a plugin's, and the server's own.

    Args:
        shell: the parts of the shell.
        surface: name of the surface's module.
    """

    def __init__(self, shell: Shell, surface: str = "") -> None:
        self.shell = shell
        self._surface = surface

    def register(self, contribution: Contribution) -> Dispose:
        """Put one contribution into its area."""
        return self.register_many([contribution])

    def register_many(self, contributions: Iterable[Contribution]) -> Dispose:
        """Put several in as one batch."""
        entries = [replace(entry, surface=self._surface) for entry in contributions]
        unknown = [entry.area for entry in entries if entry.area not in AREAS]
        assert not unknown, f"no such area: {unknown}"
        return self.shell.registry.register_many(entries)

    def verb(self, name: str, run: Verb) -> None:
        """Let pages call `name`."""
        assert name not in self.shell.verbs, f"the verb {name} exists"
        self.shell.verbs[name] = run

    def topic(self, name: str, hear: Topic) -> None:
        """Let pages tell something about `name`."""
        assert name not in self.shell.topics, f"the topic {name} exists"
        self.shell.topics[name] = hear

    def on_welcome(self, listener: Callable[[Window], None]) -> None:
        """Call `listener` with a window right behind its `welcome`, at every connect; what it sends comes next."""
        self.shell.welcome_listeners.append(listener)

    def on_window_gone(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with the id of a window whose channel has ended."""
        self.shell.gone_listeners.append(listener)

    def on_setting(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with the key of a setting that was stored."""
        self.shell.setting_listeners.append(listener)

    def on_inventory(self, listener: Callable[[], None]) -> Dispose:
        """Call `listener` when plugins come, go or change."""
        listeners = self.shell.inventory_listeners
        listeners.append(listener)
        return lambda: listeners.remove(listener) if listener in listeners else None


class CoreSurface(Protocol):
    """A core surface: a module with `register`."""

    __name__: str

    def register(self, ctx: CoreContext) -> None:
        """Contribute everything the surface has."""
        ...
