"""The log: one rotating file in the home, standard error where that cannot be written, and never a secret in it."""

from __future__ import annotations

import contextlib
import logging
import re
import sys
import threading
from collections import OrderedDict
from collections.abc import Iterable, MutableMapping
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from hermes_shell.paths import Home

FILE_NAME = "shell.log"
FILE_BYTES = 1_000_000
FILES_KEPT = 3
PLUGIN_LOGGER = "hermes_shell.plugin"
MOST_CAUSES = 2_000
"""How many causes of plugins are told apart; the one that was silent longest is forgotten first."""

_COUNT = "hermes_shell_count"
_MASK = "•••"
_SHAPES = (
    (re.compile(r"(/w/)[A-Za-z0-9_-]{16,}"), rf"\1{_MASK}"),
    (re.compile(r"(/boot/)[A-Za-z0-9_-]{16,}"), rf"\1{_MASK}"),
    (re.compile(r"(?i)((?:token|api_?key|secret|password|ticket)[\"']?\s*[=:]\s*[\"']?)[^\s&\"',;]+"), rf"\1{_MASK}"),
    (re.compile(r"(?i)((?:bearer|basic)\s+)(?=[A-Za-z0-9._~+/=-]{8})[A-Za-z0-9._~+/=-]+"), rf"\1{_MASK}"),
    (re.compile(r"(?i)((?:set-)?cookie[\"']?\s*[=:]\s*[\"']?)[^\r\n\"']+"), rf"\1{_MASK}"),
    (re.compile(r"(://[^\s/@:]*:)[^\s/@]+(?=@)"), rf"\1{_MASK}"),
    # Keys that services give to people, by the form that each service gave them.
    (re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}"), _MASK),
    (re.compile(r"\b(?:gh[opsur]_|github_pat_|glpat-|xox[abeoprs]-|hf_|AKIA|AIza)[A-Za-z0-9_-]{12,}"), _MASK),
    (re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]+)?"), _MASK),
)


class MaskingFormatter(logging.Formatter):
    """Formats a record, traceback included, and then masks every secret in it.

    Args:
        secrets: texts that must not appear, beside everything that looks like a boot link, secret path or token.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        """The masked line or lines of a record."""
        text = super().format(record)
        count: int = getattr(record, _COUNT, 1)
        if count > 1:
            text = f"{text} (for the {count:,}th time)"
        for secret in self._secrets:
            text = text.replace(secret, _MASK)
        for shape, mask in _SHAPES:
            text = shape.sub(mask, text)
        return text


class OncePerCause(logging.Filter):
    """Lets a line of a plugin pass when its cause is new, and counts it when it is not.

    A plugin that fails sixty times a second leaves one line, and one more at every tenth, hundredth, … repeat. A cause
    is level and text, the plugin's name included; secrets are of no account, they are masked where the line is written.
    """

    def __init__(self) -> None:
        super().__init__()
        self._counts: OrderedDict[int, int] = OrderedDict()
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written: the first of its cause, and then every power of ten."""
        if record.name != PLUGIN_LOGGER:
            return True
        cause = hash((record.levelno, record.getMessage()))
        with self._lock:
            count = self._counts.pop(cause, 0) + 1
            self._counts[cause] = count
            if len(self._counts) > MOST_CAUSES:
                self._counts.popitem(last=False)
        setattr(record, _COUNT, count)
        return str(count).rstrip("0") == "1"


class _FileHandler(RotatingFileHandler):
    """A rotating file that tells a full disk once on standard error instead of a traceback a line."""

    _told = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is logging's
        """Tell the first failure."""
        if not self._told:
            self._told = True
            print(f"hermes-shell: the log cannot be written: {sys.exc_info()[1]}", file=sys.stderr)


def setup(home: Home, secrets: Iterable[str] = (), *, verbose: bool = False) -> Path | None:
    """Send the log of this process to the home.

    Args:
        home: the home whose `logs` directory takes the file.
        secrets: texts that must not appear in the log.
        verbose: log what helps a plugin author too, not only what went wrong or matters.

    Returns:
        The log file, or None when it cannot be written and the log goes to standard error.
    """
    root = logging.getLogger()
    ours = [handler for handler in root.handlers if isinstance(handler.formatter, MaskingFormatter)]
    for old in ours:
        if isinstance(old, _FileHandler) and Path(old.baseFilename) == home.logs / FILE_NAME:
            old.setFormatter(MaskingFormatter(secrets))
            _set_levels(verbose)
            return home.logs / FILE_NAME
    for old in ours:
        root.removeHandler(old)
        with contextlib.suppress(OSError):  # a full disk, told already
            old.close()
    file: Path | None = home.logs / FILE_NAME
    handler: logging.Handler
    try:
        handler = _FileHandler(
            home.logs / FILE_NAME,
            maxBytes=FILE_BYTES,
            backupCount=FILES_KEPT,
            encoding="utf-8",
            errors="backslashreplace",  # a plugin may cut a text within a character
        )
    except OSError as error:
        handler, file = logging.StreamHandler(), None
        if all(isinstance(old, _FileHandler) for old in ours):  # else it was told at the first call
            print(f"hermes-shell: no log file in {home.logs} ({error.strerror}); logging here", file=sys.stderr)
    handler.setFormatter(MaskingFormatter(secrets))
    handler.addFilter(OncePerCause())
    root.addHandler(handler)
    _set_levels(verbose)
    return file


def _set_levels(verbose: bool) -> None:
    logging.getLogger().setLevel(logging.INFO)
    logging.getLogger("hermes_shell").setLevel(logging.DEBUG if verbose else logging.INFO)
    # uvicorn logs request targets at INFO, and with them the secret path; httpx2 what it asks, and of whom.
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "httpx2", "watchfiles", "sse_starlette"):
        logging.getLogger(name).setLevel(logging.WARNING)


class _PluginAdapter(logging.LoggerAdapter[logging.Logger]):
    def process(self, msg: object, kwargs: MutableMapping[str, Any]) -> tuple[object, MutableMapping[str, Any]]:
        return f"[plugin:{(self.extra or {})['plugin']}] {msg}", kwargs


def plugin_logger(plugin: str) -> logging.LoggerAdapter[logging.Logger]:
    """A logger whose lines start with `[plugin:<id>]`.

    Args:
        plugin: the plugin's id, or its folder while the id is not known.
    """
    printable = "".join(letter if letter.isprintable() else "?" for letter in plugin)[:200].replace("%", "%%")
    return _PluginAdapter(logging.getLogger(PLUGIN_LOGGER), {"plugin": printable})
