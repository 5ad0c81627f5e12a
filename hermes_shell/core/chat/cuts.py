"""Where branches end whose gateway has more of them: on disk, so that a new start shows and sends them alike.

An agent copies chats whole. What a branch shall not have goes with its first prompt; until then only the shell knows.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Final, cast

from hermes_shell.errors import StorageError
from hermes_shell.storage import REMOVED, Storage

if TYPE_CHECKING:
    from hermes_shell.core.outbox import Outbox

SCOPE: Final = "branches"

log = logging.getLogger(__name__)


class Cuts:
    """The cuts of one home; a part of the hub.

    A prompt that takes a cut along is named beside it. Where it has left, the cut has too: showing it any longer would
    hide what the prompt began, and drop it with the next one.

    Args:
        storage: where they are kept, scope `branches`.
        outbox: tells whether a prompt has left.
    """

    def __init__(self, storage: Storage, outbox: Outbox) -> None:
        self._storage = storage
        self._outbox = outbox

    def of(self, key: str) -> int | None:
        """The message of the user, counted from 0, before which a branch ends; None = it has all."""
        try:
            kept = self._storage.get(SCOPE, key)
        except StorageError as error:
            log.warning("where branch %s ends could not be read: %s", key, error)
            return None
        if kept is None:
            return None
        fields = cast("dict[str, Any]", kept if isinstance(kept, dict) else {})
        cut, client = fields.get("cut"), fields.get("client")
        if isinstance(cut, bool) or not isinstance(cut, int) or cut < 0 or not isinstance(client, str):
            self._storage.set_aside(SCOPE, key, self._storage.text(SCOPE, key) or "")
            return None
        return None if client and self._outbox.entry(client) is None else cut

    async def keep(self, key: str, cut: int | None, client: str = "") -> None:
        """Keep where a branch ends; returns when it is on disk, or cannot be: this process knows it all the same.

        Args:
            key: of the branch.
            cut: where it ends.
            client: id of the prompt that takes the cut along now; empty = none does.
        """
        try:
            await asyncio.wrap_future(self._submit(key, cut, client))
        except StorageError as error:
            log.warning("where branch %s ends could not be kept: %s", key, error)

    def change(self, key: str, cut: int | None) -> None:
        """Like `keep`, for what returns at once."""
        self._submit(key, cut).add_done_callback(_logged)

    def _submit(self, key: str, cut: int | None, client: str = "") -> Future[None]:
        return self._storage.submit_together((SCOPE, key, REMOVED if cut is None else {"cut": cut, "client": client}))


def _logged(written: Future[None]) -> None:
    if not written.cancelled() and (error := written.exception()) is not None:
        log.warning("where a branch ends could not be kept: %s", error)
