"""HS501 to HS504: timers, listeners and observers that outlive what made them.

The shell ends them with their plugin; until then they pile up at every mount of a component.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hermes_shell.plugins.check.finding import Finding
from hermes_shell.plugins.check.script import Script

LONG_MS = 5000
"""A timer shorter than this is over before anyone notices."""

_TIMER = re.compile(r"(?<![\w$.])(?:(?:window|globalThis|self)\s*\.\s*)?(set(?:Interval|Timeout))\s*(?=\()")
_ASSIGNED = re.compile(r"([A-Za-z_$][\w$]*)\s*=\s*\Z")
_DROPPED = re.compile(r"(?:^|[;{}\n]|=>\s*\{)[ \t]*\Z")
_CONTINUES = re.compile(r"(?:[=(,?:&|+\[]|=>|\breturn)\s*\Z")
_PRODUCT = re.compile(r"\s*\d[\d_]*(?:\.\d+)?(?:\s*\*\s*\d[\d_]*(?:\.\d+)?)*\s*\Z")
_LISTEN = re.compile(
    r"(?<![\w$.])((?:window|globalThis|self|document(?:\s*\.\s*(?:body|documentElement))?)\s*\??\.\s*addEventListener|addEventListener)\s*(?=\()"
)
_REMOVE = re.compile(r"\bremoveEventListener\s*\??\.?\s*(?=\()")
_ENDS_ITSELF = re.compile(r"\b(?:once|signal)\b")
_OBSERVER = re.compile(r"\bnew\s+(?:(?:window|globalThis)\s*\.\s*)?((?:Mutation|Resize|Intersection)Observer)\s*\(")
_BEHIND = 200


def find(script: Script) -> Iterator[Finding]:
    """Look for what is started and never stopped."""
    yield from _timers(script)
    yield from _listeners(script)
    if not re.search(r"\.\s*disconnect\b", script.code):
        for found in script.matches(_OBSERVER):
            yield script.finding("HS504", f"A {found[1]} is never disconnected.", found.start())


def _timers(script: Script) -> Iterator[Finding]:
    for found in script.matches(_TIMER):
        name = found[1]
        if name == "setInterval" and not _is_kept(script, found.start(), "clearInterval"):
            yield script.finding("HS501", "This interval is never stopped.", found.start(1))
        elif name == "setTimeout" and _is_dropped(script, found.start()):
            milliseconds = _delay(script, found.end())
            if milliseconds is not None and milliseconds >= LONG_MS:
                message = f"This timer of {milliseconds / 1000:g} s is never stopped."
                yield script.finding("HS503", message, found.start(1))


def _is_kept(script: Script, position: int, stop: str) -> bool:
    """Whether somebody can stop a timer: what is passed on or returned counts, what is thrown away does not."""
    if _is_dropped(script, position):
        return False
    if stop not in script.words:
        return False
    assigned = _ASSIGNED.search(_before(script, position))
    return assigned is None or script.words[assigned[1]] > 1


def _is_dropped(script: Script, position: int) -> bool:
    before = _before(script, position)
    return _DROPPED.search(before) is not None and _CONTINUES.search(before.rstrip()) is None


def _delay(script: Script, opening: int) -> float | None:
    """The delay in milliseconds where it is written out, as a number or a product of numbers."""
    arguments = script.arguments(opening)
    written = script.code[slice(*arguments[1])] if len(arguments) > 1 else ""
    if not _PRODUCT.match(written):
        return None
    product = 1.0
    for factor in written.split("*"):
        product *= float(factor.strip().replace("_", ""))
    return product


def _listeners(script: Script) -> Iterator[Finding]:
    removed: set[str | None] = set()
    for found in script.matches(_REMOVE):
        text = script.constant(found.end() + 1)
        removed.add(text.value if text else None)
    for found in script.matches(_LISTEN):
        arguments = script.arguments(found.end())
        if not arguments or (len(arguments) > 2 and _ENDS_ITSELF.search(script.code, *arguments[2])):
            continue
        text = script.constant(arguments[0][0])
        if None in removed or (text is None and removed) or (text is not None and text.value in removed):
            continue
        heard = f'The listener for "{text.value}"' if text else "A listener"
        yield script.finding("HS502", f"{heard} is never removed.", found.start(1))


def _before(script: Script, position: int) -> str:
    return script.code[max(0, position - _BEHIND) : position]
