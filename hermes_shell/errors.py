"""Every error the shell raises on purpose, as one tree.

::

    ShellError                  the root: something the user can read and act on
    ├── HomeError               the home cannot be used as it is
    ├── HomeTaken               another process serves the home
    ├── BindError               the listening socket could not be opened, or may not be
    ├── ServerError             the server thread did not start or ended on its own
    ├── ControlError            the running shell of a home does not answer, or refuses
    ├── WindowError             no window engine works here, or the window failed
    ├── IntegrationError        the entry in the desktop's menu does not hold
    ├── StorageError            a value was not saved or cannot be read
    │   ├── QuotaError          a plugin's storage would grow past its limit
    │   └── StorageDamaged      the database file is damaged
    ├── PluginError             a plugin is at fault; names plugin and file
    │   ├── SourceError         its plugin.js cannot be read or is not usable text
    │   └── LintError           its plugin.js imports what it must not
    ├── GatewayError            a call of the gateway failed, or there is nobody to answer it
    │   └── GatewayUnusable     the gateway cannot be used until somebody changes something
    ├── ContributionError       one contribution or descriptor does not fit its area
    └── ProtocolError           a page sent a message that the channel does not know

A message says what happened, to which plugin and file, and how to fix it. It is shown to users as it stands, so it is a
sentence. Programmer mistakes are assertions and never part of this tree.
"""

from __future__ import annotations

from pathlib import Path


class ShellError(Exception):
    """The root of all errors the shell raises on purpose; `str()` of it is a sentence for the user."""

    @property
    def message(self) -> str:
        """The sentence for the user."""
        return str(self)


class HomeError(ShellError):
    """The home cannot be used as it is: not a directory, or not a path at all."""


class HomeTaken(ShellError):  # noqa: N818 - a state, named as one
    """Another process serves the home; a second server on it is refused."""


class BindError(ShellError):
    """The listening socket could not be opened, or the asked address is not allowed without the remote flags."""


class ServerError(ShellError):
    """The server thread did not start before its deadline, or ended on its own."""


class ControlError(ShellError):
    """The shell that runs on a home does not answer, or refuses what another process asked of it."""


class WindowError(ShellError):
    """No window engine works on this machine, or the engine failed while the window was open."""


class IntegrationError(ShellError):
    """The entry in the desktop's menu could not be written, or starts nothing."""


class StorageError(ShellError):
    """A value was not saved (the old one stays) or cannot be read."""


class QuotaError(StorageError):
    """A plugin's storage would grow past its limit; nothing was changed."""


class StorageDamaged(StorageError):  # noqa: N818 - a state, named as one
    """The database file is damaged; it is kept, and the next start restores the last good backup."""


class PluginError(ShellError):
    """A plugin is at fault.

    Args:
        message: the sentence for the user, without plugin and file.
        plugin: the plugin's id, or its folder while the id is not known.
        file: the file at fault.
    """

    def __init__(self, message: str, *, plugin: str | None = None, file: Path | None = None) -> None:
        super().__init__(message)
        self.plugin = plugin
        self.file = file


class SourceError(PluginError):
    """A plugin.js cannot be read completely or is not valid text."""


class LintError(PluginError):
    """A plugin.js imports something outside the allowed specifiers."""


class GatewayError(ShellError):
    """A call of the gateway failed, or there is nobody to answer it.

    Args:
        code: of the gateway's own error (JSON-RPC code or HTTP status); None = nobody answered.
        message: the sentence for the user.
    """

    def __init__(self, code: int | None, message: str) -> None:
        super().__init__(message)
        self.code = code


class GatewayUnusable(GatewayError):  # noqa: N818 - a state, named as one
    """The gateway cannot be used until somebody changes something: a wrong token, an agent that is too old."""

    def __init__(self, message: str) -> None:
        super().__init__(None, message)


class ContributionError(ShellError):
    """One contribution or descriptor does not fit its area; the plugin's other contributions stay."""


class ProtocolError(ShellError):
    """A page sent a message that the channel does not know, or a known one in the wrong shape."""
