"""Which plugin once had a page at which address, so that a page that is away can say whose it is."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, cast

from hermes_shell.storage import Storage

SCOPE: Final = "shell"
KEY: Final = "pages"
MOST: Final = 1_000
"""How many addresses are kept; the one that was learnt longest ago goes first."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A page that a plugin had.

    Attributes:
        plugin: the plugin's id.
        title: what its tab said.
    """

    plugin: str
    title: str


class KnownPages:
    """The pages that plugins of one home ever had, by path.

    Args:
        storage: where they are kept.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._pages = _read(storage)

    def get(self, path: str) -> KnownPage | None:
        """Whose page a path was last; None = nobody's."""
        return self._pages.get(path)

    def learn(self, pages: Mapping[str, KnownPage]) -> None:
        """Keep what is new or different; nothing is written when nothing is.

        Args:
            pages: path -> the page that answers there now.
        """
        news = {path: page for path, page in pages.items() if self._pages.get(path) != page}
        if not news:
            return
        for path in news:
            self._pages.pop(path, None)
        self._pages.update(news)
        for path in list(self._pages)[:-MOST]:
            del self._pages[path]
        value = {path: {"plugin": page.plugin, "title": page.title} for path, page in self._pages.items()}
        self._storage.submit(SCOPE, KEY, value).add_done_callback(_told)

    def within(self, text: str) -> dict[str, dict[str, str]]:
        """The pages whose path stands somewhere in a text, as JSON."""
        return {
            path: {"plugin": page.plugin, "title": page.title} for path, page in self._pages.items() if path in text
        }


def _read(storage: Storage) -> dict[str, KnownPage]:
    """What is stored; entries that do not fit are passed over, and the record that holds them is kept aside."""
    stored, text = storage.get(SCOPE, KEY), storage.text(SCOPE, KEY)
    entries = cast("dict[str, object]", stored) if isinstance(stored, dict) else {}
    found = {path: page for path, entry in entries.items() if (page := _page(entry)) is not None}
    if text is not None and stored is not None and (not isinstance(stored, dict) or len(found) < len(entries)):
        storage.set_aside(SCOPE, KEY, text)
    return found


def _page(entry: object) -> KnownPage | None:
    match entry:
        case {"plugin": str(plugin), "title": str(title)}:
            return KnownPage(plugin, title)
        case _:
            return None


def _told(future: Future[None]) -> None:
    error = future.exception()
    if error is not None:
        log.warning("the pages of plugins were not stored: %s", error)
