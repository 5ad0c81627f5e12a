"""The plugins of a home that no shell runs on: found on disk and looked at, with what was remembered and decided.

The home is only read. The database is read into memory, so that even one of another user, or a damaged one, is left as
it is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from hermes_shell.commands.known import KnownPlugins
from hermes_shell.decisions import Decisions
from hermes_shell.errors import SourceError
from hermes_shell.paths import Home
from hermes_shell.plugins.check.declared import name_unknown
from hermes_shell.plugins.discover import Entry, discover
from hermes_shell.plugins.inventory import Inventory
from hermes_shell.plugins.jsengine import JsEngine
from hermes_shell.plugins.lint import lexer_engine, lint, refusal
from hermes_shell.plugins.locate import place_of
from hermes_shell.plugins.needs import find_needs
from hermes_shell.plugins.package_marker import read_package
from hermes_shell.plugins.record import Record, Revision
from hermes_shell.plugins.row import key_of, listed, row_error
from hermes_shell.plugins.sources import decode, read_source
from hermes_shell.storage import Storage
from hermes_shell.storage_memory import open_copy


def offline_plugins(home: Home) -> KnownPlugins:
    """Look at the files of a home. Blocks.

    Raises:
        EngineError: there is no JavaScript engine.
    """
    quiet_log()
    found = discover(home.plugins)
    storage = Storage(open_copy(home.database))
    try:
        decisions = Decisions(storage)
    finally:
        storage.close()
    inventory = Inventory(decisions)
    asyncio.run(_look_at(inventory, found.entries))
    problems = [*([found.problem] if found.problem else []), *storage.incidents]
    rows = tuple(listed(row, decisions.get(key_of(row))) for row in inventory.rows())
    return KnownPlugins(home, rows, None, tuple(problems))


def quiet_log() -> None:
    """What a command has to say it prints itself: nothing else reaches the terminal."""
    logger = logging.getLogger("hermes_shell")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())


async def _look_at(inventory: Inventory, entries: Iterable[Entry]) -> None:
    lexer = lexer_engine()
    try:
        for entry in entries:
            record = inventory.add(entry.folder, entry.file)
            if entry.problem is not None:
                record.problem = row_error(entry.problem, "read")
            else:
                await _read(record, lexer)
    finally:
        lexer.close()
    name_unknown(inventory.records())


async def _read(record: Record, lexer: JsEngine) -> None:
    try:
        source = read_source(record.file)
        result = await lint(source.data, lexer, record.file)
    except SourceError as error:
        record.problem = row_error(error.message, "read")
        return
    except OSError as error:
        record.problem = row_error(f"plugin.js cannot be read: {error.strerror}.", "read")
        return
    record.current = Revision(source.rev, source.data, result)
    record.package = read_package(record.file.parent)
    needs = find_needs(decode(source.data))
    record.needs = (source.rev, tuple(f"{need.name} (line {need.line})" for need in needs))
    if result.refused:
        message = refusal(result.refused)
        place = place_of(source.data, result.refused_at or 0, message)
        line, column, text = (place["line"], place["column"], place["source_line"]) if place else (None, None, None)
        record.problem = row_error(message, "lint", line, column, text)
