"""Our own page modules as a few files instead of two hundred: a browser takes longer to fetch and link them than to run
them.

Every module becomes one block of the joined file, in the order in which a browser would evaluate them. Its imports
become constants at the beginning of the block, its exports an object that the blocks behind it read:

    const joined$1 = {}
    { // host/weak_values.js
    class WeakValues { … }
    Object.assign(joined$1, { WeakValues })
    }
    { // host/registry.js
    const { WeakValues } = joined$1
    …

Of modules that import each other in a circle, the earlier one gets the names of the later one as soon as that has been
evaluated. This holds because our modules keep to a style: imports and exports stand at the beginning of a line, nothing
exported changes its value, nothing is exported as default or by `*`, and in a circle nothing is used before it has been
evaluated (a browser would let a function). What does not keep to it is not joined, and neither is
anything else then: the modules are served as they are on disk.

Every address stays: a joined module's own address gives the same objects out of the joined file, so plugins, lazily
loaded views and the page share one instance of everything.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from hermes_shell.errors import ShellError

JOINED = "host/joined.js"
"""Where the joined file stands."""
FORMAT = 2
"""Another number for every change of what is made of the same modules: the result is cached."""

_STATEMENT = re.compile(r"^(?:import|export)\b", re.MULTILINE)
_FROM = re.compile(r"""(import|export)\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"];?[ \t]*\n?""")
_DEFAULT = re.compile(
    r"""import\s+([\w$]+)(?:\s*,\s*\{([^}]*)\})?\s*from\s*['"]([^'"]+)['"](?:\s*with\s*\{[^}]*\})?;?[ \t]*\n?"""
)
_BARE = re.compile(r"""import\s*['"]([^'"]+)['"];?[ \t]*\n?""")
_LIST = re.compile(r"export\s*\{([^}]*)\};?[ \t]*\n?")
_DECLARED = re.compile(r"export\s+((?:const|class|function\*?|async\s+function\*?)\s+([\w$]+))")
_NAMES = re.compile(r"([\w$]+)(?:\s+as\s+([\w$]+))?")
_LATE = re.compile(r"""\bimport\(\s*(['"])(\.{1,2}/[^'"]+)\1""")


class JoinError(ShellError):
    """A module does not keep to the style that joining needs."""


@dataclass
class _Module:
    """One module in parts.

    Attributes:
        path: below the static directory.
        body: its text without import and export statements.
        needs: modules that it imports, in order.
        imports: local name -> module and the name there.
        exports: name -> local name.
        passed: name -> module and name there, of what it exports of another one.
    """

    path: str
    body: str = ""
    needs: list[str] = field(default_factory=list[str])
    imports: dict[str, tuple[str, str]] = field(default_factory=dict[str, "tuple[str, str]"])
    exports: dict[str, str] = field(default_factory=dict[str, str])
    passed: dict[str, tuple[str, str]] = field(default_factory=dict[str, "tuple[str, str]"])

    def needed(self, specifier: str) -> str:
        """Note that it imports another module; returns that one's path."""
        target = _target(self.path, specifier)
        if target not in self.needs:
            self.needs.append(target)
        return target


def join(root: Path, main: str, entries: Sequence[str]) -> dict[str, str]:
    """The joined file, and what stands at the addresses of the modules that are in it.

    Args:
        root: the static directory.
        main: the module of the page. It waits while it is evaluated, so it is a file of its own.
        entries: what else is imported from outside.

    Returns:
        Text by path below the static directory.

    Raises:
        JoinError: a module does not keep to the style; nothing is joined.
        OSError: a module cannot be read.
    """
    modules = _graph(root, [main, *entries])
    for module in modules.values():
        if main in module.needs:
            raise JoinError(f"{module.path}: imports the module of the page")
    order = [path for path in _evaluation_order(modules, [main, *entries]) if path != main]
    numbers = {path: number for number, path in enumerate(order, start=1)}
    ours = [path for path in order if path in modules]
    vendored = [path for path in order if path not in modules]
    lines = [_whole_import(JOINED, path, numbers) for path in vendored]
    waited = {need for path in ours for need in modules[path].needs if numbers[need] > numbers[path]}
    lines += [f"const joined${numbers[path]} = {{}}" for path in ours]
    lines += [f"const joined${numbers[path]}$ = []" for path in ours if path in waited]
    lines += [_block(modules[path], numbers, waited) for path in ours]
    exported = ", ".join(f"joined${numbers[path]}" for path in ours)
    files = {JOINED: "\n".join([*lines, f"export {{ {exported} }}", ""])}
    for path in ours:
        files[path] = _stub(modules[path], numbers)
    files[main] = _page(modules[main], numbers, vendored)
    return files


def _graph(root: Path, entries: Sequence[str]) -> dict[str, _Module]:
    found: dict[str, _Module] = {}
    waiting = list(entries)
    while waiting:
        path = waiting.pop()
        if path in found or path.startswith("vendor/") or path.endswith(".json"):
            continue
        found[path] = _parsed(path, (root / path).read_text("utf-8"))
        waiting += found[path].needs
    return found


def _parsed(path: str, text: str) -> _Module:
    module = _Module(path)
    pieces: list[str] = []
    end = 0
    for start in _STATEMENT.finditer(text):
        if start.start() < end:
            raise JoinError(f"{path}: an import or export stands inside of another one")
        pieces.append(text[end : start.start()])
        end = start.start()
        if match := _FROM.match(text, end):
            target = module.needed(match[3])
            for there, here in _pairs(path, match[2]):
                (module.imports if match[1] == "import" else module.passed)[here] = (target, there)
            end = match.end()
        elif match := _DEFAULT.match(text, end):
            target = module.needed(match[3])
            module.imports[match[1]] = (target, "default")
            module.imports |= {here: (target, there) for there, here in _pairs(path, match[2] or "")}
            end = match.end()
        elif match := _BARE.match(text, end):
            module.needed(match[1])
            end = match.end()
        elif match := _LIST.match(text, end):
            module.exports |= {there: here for here, there in _pairs(path, match[1])}
            end = match.end()
        elif match := _DECLARED.match(text, end):
            module.exports[match[2]] = match[2]
            end = match.start(1)
        else:
            line = text[end : text.find("\n", end)]
            raise JoinError(f"{path}: {line!r} is no import or export that can be joined")
    pieces.append(text[end:])
    for name, local in list(module.exports.items()):
        if local in module.imports:  # exported as it was imported
            module.passed[name] = module.imports[local]
            del module.exports[name]
    module.body = _LATE.sub(
        lambda late: f"import({late[1]}{_relative(JOINED, _target(path, late[2]))}{late[1]}", "".join(pieces)
    )
    return module


def _pairs(path: str, names: str) -> Iterator[tuple[str, str]]:
    """The names of a clause in braces: first and, behind `as`, second."""
    for part in filter(None, (part.strip() for part in names.split(","))):
        match = _NAMES.fullmatch(part)
        if match is None:
            raise JoinError(f"{path}: {part!r} is no plain name")
        yield match[1], match[2] or match[1]


def _target(path: str, specifier: str) -> str:
    if not specifier.startswith("."):
        raise JoinError(f"{path}: imports {specifier!r}")
    parts: list[str] = list(PurePosixPath(path).parent.parts)
    for part in specifier.split("/"):
        if part == "..":
            if not parts:
                raise JoinError(f"{path}: {specifier!r} leads out of the static directory")
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _relative(origin: str, target: str) -> str:
    return "../" * (len(PurePosixPath(origin).parts) - 1) + target


def _evaluation_order(modules: Mapping[str, _Module], entries: Sequence[str]) -> list[str]:
    """Modules as a browser evaluates them: what a module imports comes before it, in its order."""
    order: list[str] = []
    seen: set[str] = set()
    for entry in entries:
        # An explicit stack: (module, how many of its imports have been visited).
        stack = [(entry, 0)] if entry not in seen else []
        seen.add(entry)
        while stack:
            path, at = stack.pop()
            needs = modules[path].needs if path in modules else []
            if at == len(needs):
                order.append(path)
                continue
            stack.append((path, at + 1))
            if needs[at] not in seen:
                seen.add(needs[at])
                stack.append((needs[at], 0))
    return order


def _block(module: _Module, numbers: Mapping[str, int], waited: Collection[str]) -> str:
    """One module as a block.

    Args:
        module: the module.
        numbers: path -> number in the order of evaluation.
        waited: modules that an earlier one imports.
    """
    number = numbers[module.path]
    early = {here: source for here, source in module.imports.items() if numbers[source[0]] < number}
    late = {here: source for here, source in module.imports.items() if numbers[source[0]] > number}
    lines = [f"{{ // {module.path}", *(f"const {line}" for line in _taken(early, numbers))]
    if late:
        lines.append(f"let {', '.join(late)}")
    for target in dict.fromkeys(target for target, _ in late.values()):
        (line,) = _taken({here: source for here, source in late.items() if source[0] == target}, numbers)
        lines.append(f"joined${numbers[target]}$.push(() => ({line}))")
    lines.append(module.body.strip("\n"))
    given = [name if name == local else f"{name}: {local}" for name, local in module.exports.items()]
    for name, (target, there) in module.passed.items():
        if numbers[target] > number:
            raise JoinError(f"{module.path}: passes on {name} of a module that imports this one")
        given.append(f"{name}: joined${numbers[target]}.{there}")
    if given:
        lines.append(f"Object.assign(joined${number}, {{ {', '.join(given)} }})")
    if module.path in waited:
        lines.append(f"for (const take of joined${number}$) take()")
    return "\n".join([*lines, "}"])


def _taken(imports: Mapping[str, tuple[str, str]], numbers: Mapping[str, int]) -> Iterator[str]:
    """`{ a, b: c } = joined$n` for each module of these imports."""
    by_target: dict[str, list[str]] = {}
    for here, (target, there) in imports.items():
        by_target.setdefault(target, []).append(here if here == there else f"{there}: {here}")
    for target, names in by_target.items():
        yield f"{{ {', '.join(names)} }} = joined${numbers[target]}"


def _whole_import(origin: str, path: str, numbers: Mapping[str, int]) -> str:
    kind = " with { type: 'json' }" if path.endswith(".json") else ""
    return f"import * as joined${numbers[path]} from '{_relative(origin, path)}'{kind}"


def _stub(module: _Module, numbers: Mapping[str, int]) -> str:
    """What stands at the address of a joined module."""
    source = _relative(module.path, JOINED)
    names = ", ".join([*module.exports, *module.passed])
    if not names:
        return f"import '{source}'\n"
    number = numbers[module.path]
    return f"import {{ joined${number} }} from '{source}'\nexport const {{ {names} }} = joined${number}\n"


def _page(main: _Module, numbers: Mapping[str, int], vendored: Sequence[str]) -> str:
    """The module of the page, which imports the joined file."""
    if main.exports or main.passed:
        raise JoinError(f"{main.path}: exports something")
    used = sorted({numbers[target] for target, _ in main.imports.values() if target not in vendored})
    lines = [f"import {{ {', '.join(f'joined${number}' for number in used)} }} from '{_relative(main.path, JOINED)}'"]
    targets = {target for target, _ in main.imports.values()}
    lines += [_whole_import(main.path, path, numbers) for path in vendored if path in targets]
    return "\n".join([*lines, *(f"const {line}" for line in _taken(main.imports, numbers)), main.body.strip("\n"), ""])
