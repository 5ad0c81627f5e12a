"""What a source says of its plugin in plain texts: id, name, description and whether it is on by default."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hermes_shell.plugins.check.export import Export, read
from hermes_shell.plugins.check.script import Script
from hermes_shell.plugins.record import Meta, Record
from hermes_shell.plugins.sources import decode

_BOOLEAN = re.compile(r"\s*(true|false)\b")


def name_unknown(records: Iterable[Record]) -> None:
    """Let plugins that no page has evaluated go by what their source says, unless another folder has that id."""
    known = list(records)
    taken = {record.meta["id"] for record in known if record.meta is not None}
    for record in known:
        if record.meta is None and record.current is not None:
            meta = declared(decode(record.current.data))
            if meta is not None and meta["id"] not in taken:
                taken.add(meta["id"])
                record.meta = meta


def declared(source: str) -> Meta | None:
    """Read the default export without evaluating anything.

    Args:
        source: the text of a plugin.js.

    Returns:
        None when the id is not a plain text: then only a window can tell.
    """
    script = Script(source)
    export = read(script)
    if not isinstance(export, Export) or export.id is None:
        return None

    def text(name: str) -> str | None:
        member = export.members.get(name)
        found = script.constant(member.value) if member is not None and member.value is not None else None
        return found.value if found is not None and "\\" not in found.value else None

    switch = export.members.get("defaultEnabled")
    default = _BOOLEAN.match(script.code, switch.value) if switch is not None and switch.value is not None else None
    return Meta(
        id=export.id.value,
        name=text("name") or export.id.value,
        description=text("description") or "",
        version=text("version"),
        default_enabled=default[1] == "true" if default else None,
    )
