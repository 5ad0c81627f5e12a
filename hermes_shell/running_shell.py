"""A client of the shell that runs on a home, for a second start and for commands: JSON below its secret path.

Imports neither the server's libraries nor a window toolkit: a command that asks a running shell must be quick.
"""

from __future__ import annotations

import http.client
import json
import time
from dataclasses import dataclass
from typing import cast

from hermes_shell import home_lock
from hermes_shell.errors import ControlError
from hermes_shell.instance import CSRF_HEADER, SESSION_COOKIE, Instance
from hermes_shell.listening import host_header
from hermes_shell.paths import Home
from hermes_shell.running import read_running

REQUEST_SECONDS = 5.0
ANSWER_LIMIT = 64 * 1024 * 1024
_STEP_SECONDS = 0.02


@dataclass(frozen=True)
class RunningShell:
    """The shell that holds a home's lock and answers. Made by `find`.

    Attributes:
        pid: its process.
        port: its port.
    """

    pid: int
    port: int
    _host: str
    _instance: Instance

    @classmethod
    def find(cls, home: Home, patience: float = 10.0) -> RunningShell | None:
        """Find the shell that runs on a home; one that is just starting is waited for.

        Args:
            home: the home.
            patience: seconds to wait until the holder of the home's lock answers.

        Returns:
            None when no process holds the lock.

        Raises:
            ControlError: a process holds the lock and does not answer.
        """
        deadline = time.monotonic() + patience
        reason = "it has not told where it listens"
        while True:
            try:
                if not home_lock.is_held(home.lock):
                    return None
            except OSError as error:
                raise ControlError(f"{home.lock} cannot be opened: {error.strerror}.") from error
            pid, running = home_lock.holder(home.lock), read_running(home.running)
            # A file that another process left behind leads nowhere; its secrets must not be told to that port.
            if running is not None and running.pid == pid:
                try:
                    shell = cls(running.pid, running.port, running.host, Instance.read(home))
                    shell.get("api/shell/running")
                    return shell
                except (OSError, ValueError) as error:
                    reason = f"its secrets cannot be read ({error})"
                except ControlError as error:
                    reason = error.message.rstrip(".")
            if time.monotonic() >= deadline:
                who = f"(pid {pid}) " if pid else ""
                raise ControlError(
                    f"A hermes-shell {who}holds the home {home.root} and does not answer: {reason}. "
                    f"Wait for it, or end that process and try again."
                )
            time.sleep(_STEP_SECONDS)

    def get(self, path: str) -> object:
        """Ask for JSON.

        Args:
            path: below the secret path, such as `api/shell/inventory`.

        Raises:
            ControlError: it cannot be reached, or refuses; with its sentence.
        """
        return self._ask("GET", path, None)

    def post(self, path: str, body: object) -> object:
        """Let it do something.

        Args:
            path: below the secret path.
            body: JSON.

        Returns:
            Its answer, from JSON.

        Raises:
            ControlError: it cannot be reached, or refuses; with its sentence.
        """
        return self._ask("POST", path, json.dumps(body).encode())

    def _ask(self, method: str, path: str, body: bytes | None) -> object:
        headers = {
            "Host": host_header(self._host, self.port),
            "Cookie": f"{SESSION_COOKIE}={self._instance.session}",
            CSRF_HEADER: self._instance.csrf,
            "Content-Type": "application/json",
        }
        connection = http.client.HTTPConnection(self._host, self.port, timeout=REQUEST_SECONDS)
        try:
            connection.request(method, self._instance.base + path, body, headers)
            response = connection.getresponse()
            raw = response.read(ANSWER_LIMIT)
        except (OSError, http.client.HTTPException) as error:
            raise ControlError(f"The running shell (pid {self.pid}) cannot be reached: {_cause(error)}.") from error
        finally:
            connection.close()
        return _understand(raw, response.status, self.pid)


def _understand(raw: bytes, status: int, pid: int) -> object:
    try:
        answer: object = json.loads(raw)
    except (ValueError, RecursionError):
        answer = None
    if status == 200 and answer is not None:
        return answer
    told = cast("dict[str, object]", answer).get("error") if isinstance(answer, dict) else None
    sentence = told if isinstance(told, str) else raw[:500].decode("utf-8", "replace").strip()
    raise ControlError(sentence or f"The running shell (pid {pid}) answered with status {status}.")


def _cause(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"no answer within {REQUEST_SECONDS:.0f} seconds"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
