"""An item of the status bar that counts something and is there only while there is something to count."""

from __future__ import annotations

from collections.abc import Callable

from hermes_shell.contribution import Contribution, Dispose
from hermes_shell.core.shell import CoreContext


class CountItem:
    """Contributes an item for a count, another one when it changes, and none for zero.

    Args:
        ctx: through which it is contributed.
        item: makes the contribution for a count of one or more.
    """

    def __init__(self, ctx: CoreContext, item: Callable[[int], Contribution]) -> None:
        self._ctx = ctx
        self._item = item
        self._count = 0
        self._dispose: Dispose | None = None

    def show(self, count: int) -> None:
        """Let the item tell this count."""
        if count == self._count:
            return
        self._count = count
        if count > 0:
            self._dispose = self._ctx.register(self._item(count))
        elif self._dispose is not None:
            self._dispose()
