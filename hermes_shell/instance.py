"""What makes one home's server recognisable over restarts: secret path, session and CSRF secrets, remembered port.

Kept in one file with mode 0600, so that a restart does not orphan open windows and the origin (host and port) of the
pages stays the same.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import secrets
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from hermes_shell.damaged_file import set_aside
from hermes_shell.home_lock import HomeLock
from hermes_shell.paths import Home

SESSION_COOKIE = "hermes_shell_session"
"""The cookie that carries the session secret."""
CSRF_HEADER = "x-hermes-csrf"
"""The header that unsafe methods carry."""

_log = logging.getLogger(__name__)

_SECRET = re.compile(r"[A-Za-z0-9_-]{32,128}")
_SIZE_LIMIT = 64 * 1024


@dataclass(eq=False)
class Instance:
    """The identity of one home's server. Made by `load` or, for tests and one-off servers, by `ephemeral`.

    Attributes:
        path_secret: the secret path segment below `/w/`.
        session: the value of the session cookie.
        csrf: the value of the `X-Hermes-CSRF` header.
        port: the port of the last start, None when there was none.
        file: where it is kept, None when it lives in memory only.
        incidents: why the file could not be used, one sentence each.
        rival: another process holds the home's lock.
    """

    path_secret: str
    session: str = field(repr=False)
    csrf: str = field(repr=False)
    port: int | None = None
    file: Path | None = None
    incidents: list[str] = field(default_factory=list[str])
    rival: bool = False
    _lock: HomeLock | None = field(default=None, repr=False)

    @classmethod
    def ephemeral(cls) -> Instance:
        """A new identity that is kept nowhere."""
        return cls(secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_urlsafe(32))

    @classmethod
    def load(cls, home: Home) -> Instance:
        """Take the home's lock when it is free, and read the identity of the home, or make and keep a new one.

        A damaged file is renamed and replaced by a new identity; one that cannot be read is left alone and the new
        identity lives in memory. Both are told in `incidents`; neither is raised. In a home that cannot be written, it
        lives in memory too.
        """
        lock, rival = _try_lock(home.lock)
        instance = cls._load(home.secrets)
        instance._lock, instance.rival = lock, rival
        return instance

    @classmethod
    def read(cls, home: Home) -> Instance:
        """The identity of a home as it stands in its file; nothing is made, locked or changed.

        Raises:
            OSError: the file cannot be read, or is not there.
            ValueError: it does not hold an identity.
        """
        return _read(home.secrets)

    @classmethod
    def _load(cls, file: Path) -> Instance:
        incidents: list[str] = []
        try:
            found = _read(file)
        except (FileNotFoundError, NotADirectoryError):
            found = None
        except OSError as error:
            fresh = cls.ephemeral()
            fresh.incidents.append(
                f"{file} cannot be read ({error.strerror}). Open windows of an earlier start must be opened anew."
            )
            return fresh
        except (ValueError, RecursionError) as error:
            incidents.append(_set_aside(file, str(error)))
            found = None
        instance = found or cls.ephemeral()
        instance.incidents = incidents
        try:
            if found is None:
                instance = _create(file, instance)
            instance.file = file
        except OSError as error:
            # No incident of its own: the storage beside it tells the user that nothing can be written.
            _log.warning("%s cannot be written (%s); the address is not kept", file, error.strerror)
        return instance

    @property
    def base(self) -> str:
        """The path below which everything is served: `/w/<secret>/`."""
        return f"/w/{self.path_secret}/"

    @property
    def owns_home(self) -> bool:
        """Whether this process is the first of its home; only that one may change what is remembered."""
        return self._lock is not None

    def secrets(self) -> list[str]:
        """Every text that must not appear in a log."""
        return [self.path_secret, self.session, self.csrf]

    def remember_port(self, port: int) -> None:
        """Keep the port for the next start, unless another process of this home was first or nothing can be written."""
        if self.file is None or not self.owns_home or port == self.port:
            self.port = self.port or port
            return
        self.port = port
        try:
            _replace(self.file, _encoded(self))
        except OSError as error:
            self.incidents.append(
                f"The port could not be kept in {self.file} ({error.strerror}). The next start may use another one."
            )

    def release(self) -> None:
        """Let another process of this home be the first one."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _read(file: Path) -> Instance:
    """Read and check the file.

    Raises:
        OSError: it cannot be read.
        ValueError: it does not hold an identity.
    """
    with file.open("rb") as stream:
        raw = stream.read(_SIZE_LIMIT)
        if os.name == "posix" and os.fstat(stream.fileno()).st_mode & 0o077:
            with contextlib.suppress(OSError):  # a read-only disk: the mode stays as it is
                os.fchmod(stream.fileno(), 0o600)
    record = json.loads(raw)
    if not isinstance(record, dict):
        raise ValueError("not a JSON object")
    fields = cast("dict[str, object]", record)
    texts = [fields.get(name) for name in ("path", "session", "csrf")]
    if not all(isinstance(text, str) and _SECRET.fullmatch(text) for text in texts):
        raise ValueError("a secret is missing or malformed")
    path, session, csrf = cast("list[str]", texts)
    port = fields.get("port")
    return Instance(path, session, csrf, port if isinstance(port, int) and 0 < port < 65536 else None)


def _create(file: Path, instance: Instance) -> Instance:
    """Write a new identity, unless another process was faster: then that one holds."""
    name = _temporary(file, _encoded(instance))
    try:
        if os.name == "posix":
            os.link(name, file)
        else:
            os.rename(name, file)
    except FileExistsError:
        found = _read(file)
        found.incidents = instance.incidents
        return found
    finally:
        Path(name).unlink(missing_ok=True)
    return instance


def _replace(file: Path, content: bytes) -> None:
    name = _temporary(file, content)
    try:
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _temporary(file: Path, content: bytes) -> str:
    """A flushed file of mode 0600 beside the final one."""
    handle, name = tempfile.mkstemp(prefix=file.name + ".", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return name


def _encoded(instance: Instance) -> bytes:
    record = {
        "path": instance.path_secret,
        "session": instance.session,
        "csrf": instance.csrf,
        "port": instance.port,
    }
    return json.dumps(record, indent=1).encode()


def _set_aside(file: Path, reason: str) -> str:
    told = f"{file} is damaged ({reason}). Open windows of an earlier start must be opened anew."
    try:
        kept = set_aside(file)
    except OSError as error:
        return f"{told} It could not be set aside ({error.strerror})."
    return f"{told} It is kept as {kept.name}."


def _try_lock(file: Path) -> tuple[HomeLock | None, bool]:
    """The lock, and whether another process has it. In a home that cannot be written nobody can."""
    try:
        lock = HomeLock.take(file)
    except OSError as error:
        _log.warning("%s cannot be opened (%s); the home is not locked", file, error.strerror)
        return None, False
    return lock, lock is None
