"""Code as HTML: a figure with its file or language, lines, and colours by classes."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, cast

from hermes_shell.transcript.plain_text import LINE_LIMIT, cut_lines, safe, show_all, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pygments.lexer import Lexer
    from pygments.token import _TokenType  # pyright: ignore[reportPrivateUsage] - it has no other name

LINES_SHOWN = 24
"""Lines of a code block before "Show all"."""
COLOURED = 20_000
"""Characters of code that are coloured at most."""
COLOURED_GROWING = 2_000
"""The same of an open block, which is coloured again and again."""

_INFO = re.compile(r"^(?:(?P<lang>[\w+#.-]+)(?::(?P<path>\S+))?)?\s*(?P<rest>.*)$")
_TITLE = re.compile(r"""(?:title|file|filename)=(?:"([^"]*)"|'([^']*)'|(\S+))""")
_LINE_RANGE = re.compile(r"^(\d+):(\d+):(\S.*)$")
_NAMES = {
    "js": "JavaScript",
    "javascript": "JavaScript",
    "typescript": "TypeScript",
    "jsx": "JSX",
    "tsx": "TSX",
    "cpp": "C++",
    "c++": "C++",
    "csharp": "C#",
    "go": "Go",
    "rs": "Rust",
    "rb": "Ruby",
    "kt": "Kotlin",
    "php": "PHP",
    "xml": "XML",
    "svg": "SVG",
    "ini": "INI",
    "graphql": "GraphQL",
    "dockerfile": "Dockerfile",
    "ts": "TypeScript",
    "py": "Python",
    "sh": "Shell",
    "bash": "Shell",
    "shell": "Shell",
    "zsh": "Shell",
    "md": "Markdown",
    "html": "HTML",
    "css": "CSS",
    "json": "JSON",
    "yaml": "YAML",
    "yml": "YAML",
    "toml": "TOML",
    "sql": "SQL",
    "diff": "Diff",
    "text": "Text",
    "txt": "Text",
}


def figure(code: str, info: str, *, growing: bool = False) -> str:
    """A code block.

    Args:
        code: the code.
        info: what stands behind the fence: language, file, lines.
        growing: it is still being written: its end is shown, and not all of it is coloured.
    """
    language, title, lines_label = _read_info(info)
    code = code.removesuffix("\n")
    count = code.count("\n") + 1 if code else 0
    told = lines_label or f"{count} line{'' if count == 1 else 's'}"
    name = safe(_name(language))
    label = (
        f"{safe(title)} <span>{safe(told)}</span>"
        if title
        else f"{name}<span>{' · ' if name else ''}{safe(told)}</span>"
    )
    long = count > LINES_SHOWN
    button = show_all(f"Show all {count} lines") if long and not growing else ""
    html = coloured(code, language, COLOURED_GROWING if growing else COLOURED)
    return (
        f'<figure class="hs-code" data-long="{str(long).lower()}" data-growing="{str(growing).lower()}">'
        f'<figcaption><span class="hs-code-title">{label}</span>{copy_button("Copy code")}</figcaption>'
        f'<pre tabindex="0" aria-label="{safe(title) or name or "Code"}"><code>{html}</code></pre>{button}</figure>'
    )


def copy_button(label: str) -> str:
    """The button of a block that copies it."""
    return (
        f'<button type="button" data-slot="button" data-variant="ghost" data-size="icon-sm" '
        f'data-chat-action="copy-code" aria-label="{escape(label)}" title="{escape(label)}">'
        f'<span class="codicon codicon-copy" data-slot="codicon" aria-hidden="true"></span></button>'
    )


def coloured(code: str, language: str, limit: int = COLOURED) -> str:
    """Code as HTML, coloured when its language is known and it is not too much."""
    if not language or len(code) > limit or any(len(line) > LINE_LIMIT for line in code.split("\n")):
        return cut_lines(code)
    return _coloured(visible(code), language)


@lru_cache(maxsize=128)
def _coloured(code: str, language: str) -> str:
    lexer = _lexer(language)
    if lexer is None:
        return escape(code)
    pieces: list[str] = []
    last, held = "", ""
    tokens = list(lexer.get_tokens(code))
    # Lexers of lines know a line by its end, so the last one gets one too.
    if tokens and not code.endswith("\n"):
        kind, text = tokens[-1]
        tokens[-1] = (kind, text.removesuffix("\n"))
    for at, (token, text) in enumerate(tokens):
        name = _class_of(token) or ("hs-f" if _is_call(tokens, at) else "")
        if name == last:
            held += text
            continue
        pieces.append(_span(held, last))
        last, held = name, text
    pieces.append(_span(held, last))
    return "".join(pieces)


def _is_call(tokens: Sequence[tuple[_TokenType, str]], at: int) -> bool:
    """Whether a name is called: most lexers do not tell."""
    from pygments.token import Name

    return tokens[at][0] in Name and at + 1 < len(tokens) and tokens[at + 1][1].startswith("(")


def _span(text: str, name: str) -> str:
    return f'<span class="{name}">{escape(text)}</span>' if name and text else escape(text)


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    from pygments import lexers  # late: it takes long to import
    from pygments.util import ClassNotFound

    try:
        find = cast("Callable[..., Lexer]", lexers.get_lexer_by_name)  # pyright: ignore[reportUnknownMemberType]
        return find(language.lower(), stripnl=False)
    except ClassNotFound:
        return None


@lru_cache(maxsize=512)
def _class_of(token: _TokenType) -> str:
    """The class of a token: the roles that themes have colours for (look, colour)."""
    from pygments import token as kinds

    for kind, name in (
        (kinds.Comment, "hs-c"),
        (kinds.String, "hs-s"),
        (kinds.Number, "hs-n"),
        (kinds.Keyword, "hs-k"),
        (kinds.Operator.Word, "hs-k"),
        (kinds.Name.Tag, "hs-k"),
        (kinds.Name.Function, "hs-f"),
        (kinds.Name.Class, "hs-f"),
        (kinds.Name.Decorator, "hs-f"),
        (kinds.Name.Builtin, "hs-f"),
        (kinds.Name.Attribute, "hs-f"),
        (kinds.Generic.Inserted, "hs-s"),
        (kinds.Generic.Deleted, "hs-d"),
        (kinds.Generic.Heading, "hs-k"),
    ):
        if token in kind:
            return name
    return ""


def _read_info(info: str) -> tuple[str, str, str]:
    """Language, file and lines out of what stands behind a fence."""
    info = info.strip()[:400]
    ranged = _LINE_RANGE.match(info)
    if ranged:
        path = ranged[3]
        return path.rpartition(".")[2] if "." in path else "", path, f"lines {ranged[1]}–{ranged[2]}"
    match = _INFO.match(info)
    if match is None:
        return "", info, ""
    language, path, rest = match["lang"] or "", match["path"] or "", match["rest"] or ""
    titled = _TITLE.search(rest)
    if titled:
        path = next(filter(None, titled.groups()), path)
    elif rest and not path and not rest.startswith("{"):
        path, _, rest = rest.partition(" ")
        return language, path, rest if rest.startswith("line") else ""
    return language, path, rest if rest.startswith("line") else ""


def _name(language: str) -> str:
    plain = language.isascii() and language.isalpha() and language.islower()
    written = (language.capitalize() if len(language) > 2 else language.upper()) if plain else language
    return _NAMES.get(language.lower(), written)
