"""Markdown of messages as safe HTML: GitHub's tables, task lists and strikethrough, no HTML, math as text."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any, cast

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from hermes_shell.transcript.code import figure
from hermes_shell.transcript.directives import HTML_LIKE, directive_html, directive_of
from hermes_shell.transcript.plain_text import LINE_LIMIT, cut_lines, safe

INLINE_LIMIT = LINE_LIMIT
"""Characters of one paragraph that are read as Markdown; a longer one is shown as plain text."""

Env = MutableMapping[str, Any]
"""What blocks of one text share: link definitions, and whether something like an HTML tag stood before."""

_LINK = re.compile(r"^(?:https?|mailto):", re.IGNORECASE)
_IMAGE = re.compile(r"^(?:https?:|blob:|data:image/)", re.IGNORECASE)
_URL = re.compile(r"""https?://[^\s<>"'`\u202a-\u202e\u2066-\u2069]{1,2000}""", re.IGNORECASE)
_BRACKET_MATH = re.compile(r"\\\((.{1,2000}?)\\\)|\\\[(.{1,2000}?)\\\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """One block of the top level.

    Attributes:
        first: its first line.
        end: the line behind its last one.
        tokens: what it is made of.
    """

    first: int
    end: int
    tokens: tuple[Token, ...]


def blocks_of(text: str, env: Env) -> list[Block]:
    """The blocks of the top level, without what is inside of them.

    Args:
        text: with `\\n` only.
        env: gets the link definitions.
    """
    state = StateCore(text, _parser(), env)
    _parser().block.parse(state.src, state.md, state.env, state.tokens)
    blocks: list[Block] = []
    held: list[Token] = []
    for token in state.tokens:
        held.append(token)
        if token.level == 0 and token.nesting <= 0:
            lines = held[0].map or [0, 0]
            blocks.append(Block(lines[0], lines[1], tuple(held)))
            held = []
    return blocks


def block_html(block: Block, env: Env, *, growing: bool = False) -> str:
    """A block as HTML.

    Args:
        block: of `blocks_of`, once: what is inside of it is read into it.
        env: of the same text.
        growing: more may be appended to it.
    """
    parser = _parser()
    tokens = list(block.tokens)
    state = StateCore("", parser, env, tokens)
    for rule in parser.core.ruler.getRules(""):
        if rule.__name__ not in ("normalize", "block"):
            rule(state)
    env["growing"] = growing
    html = cast("str", parser.renderer.render(tokens, parser.options, env))
    if len(tokens) == 3 and tokens[0].type == "paragraph_open" and not env.get("html_like"):
        directive = directive_of(tokens[1].content)
        if directive is not None:
            return directive_html(directive, html, streaming=growing)
    if not growing and not env.get("html_like"):
        texts = (child.content for token in tokens for child in token.children or () if child.type == "text")
        env["html_like"] = any(HTML_LIKE.search(text) for text in texts)
    return html


class _Renderer(RendererHTML):
    """HTML of tokens; what is not here is as the library prints it."""

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """A code block with its bar."""
        del options
        return figure(tokens[idx].content, tokens[idx].info, growing=bool(env.get("growing")))

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """Indented code."""
        return self.fence(tokens, idx, options, env)

    def code_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """Code in a line."""
        del options, env
        return f"<code>{escape(tokens[idx].content)}</code>"

    def heading_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """Headings of a message stand below those of the page."""
        del options, env
        return f'<h{min(int(tokens[idx].tag[1]) + 2, 6)} data-level="{tokens[idx].tag[1]}">'

    def heading_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """The end of it."""
        del options, env
        return f"</h{min(int(tokens[idx].tag[1]) + 2, 6)}>"

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """A link, or its text alone when its address is none that a browser should open."""
        del options, env
        href = str(tokens[idx].attrGet("href") or "")
        if not _LINK.match(href):
            return f'<span class="hs-no-link" title="{safe(href[:500])}">'
        title = tokens[idx].attrGet("title")
        hint = f' title="{safe(str(title))}"' if title else ""
        return f'<a href="{escape(href)}" target="_blank" rel="noopener noreferrer"{hint}>'

    def link_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """The end of whatever its beginning was."""
        del options, env
        depth = 0
        for token in reversed(tokens[:idx]):
            if token.type == "link_close":
                depth += 1
            elif token.type == "link_open":
                if not depth:
                    return "</a>" if _LINK.match(str(token.attrGet("href") or "")) else "</span>"
                depth -= 1
        return "</span>"

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """A picture that comes when it is near; of an address that cannot be shown its text."""
        token = tokens[idx]
        src = str(token.attrGet("src") or "")
        text = self.renderInlineAsText(token.children or [], options, env) or "Image"
        if not _IMAGE.match(src):
            return f'<span class="hs-no-link" title="{safe(src[:500])}">{safe(text)}</span>'
        return (
            f'<img src="{escape(src)}" alt="{safe(text)}" loading="lazy" decoding="async" referrerpolicy="no-referrer">'
        )

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """A table that scrolls when it is wider than the measure."""
        del tokens, idx, options, env
        return '<div class="hs-table" tabindex="0" role="region" aria-label="Table"><table>'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """The end of it."""
        del tokens, idx, options, env
        return "</table></div>"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """A cell with its side as a value, not as a style."""
        del options, env
        side = str(tokens[idx].attrGet("style") or "").partition(":")[2]
        return f'<{tokens[idx].tag} data-align="{side}">' if side else f"<{tokens[idx].tag}>"

    td_open = th_open

    def math_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """Math as it was written."""
        del options, env
        token = tokens[idx]
        close = {"\\(": "\\)", "\\[": "\\]"}.get(token.markup, token.markup)
        return f'<code class="hs-math">{escape(token.markup + token.content + close)}</code>'

    math_inline_double = math_inline

    def math_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """Math on lines of its own, as it was written."""
        del options, env
        return f'<pre class="hs-math"><code>{escape(tokens[idx].content.strip())}</code></pre>'

    def html_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """The box of a task: the only HTML there is, made by the plugin of task lists and not by a message."""
        del options, env
        done = "checked=" in tokens[idx].content
        return f'<input type="checkbox" disabled aria-label="{"Done" if done else "Open"}"{" checked" if done else ""}>'

    def plain(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        """Text that is too much to be read as Markdown."""
        del options, env
        return f'<span class="hs-plain">{cut_lines(tokens[idx].content)}</span>'


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable(["table", "strikethrough"])
    parser.use(tasklists_plugin).use(dollarmath_plugin, allow_space=False, allow_digits=False)
    # The plugin brings rules of its own; the text of math is all we show.
    renderer = cast("_Renderer", parser.renderer)
    for name in ("math_inline", "math_inline_double", "math_block"):
        renderer.rules[name] = getattr(renderer, name)
    parser.validateLink = lambda url: True  # what is no address for a browser is shown as text, and not as a link
    parser.core.ruler.at("inline", _inline)
    parser.core.ruler.after("inline", "addresses", _addresses)
    parser.inline.ruler.before("escape", "bracket_math", _bracket_math)
    return parser


def _inline(state: StateCore) -> None:
    """Read what is inside of blocks, unless it is too much."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        if len(token.content) > INLINE_LIMIT:
            token.children = [Token("plain", "", 0, content=token.content)]
        else:
            token.children = []
            state.md.inline.parse(token.content, state.md, state.env, token.children)


def _bracket_math(state: StateInline, silent: bool) -> bool:
    """`\\(…\\)` and `\\[…\\]`."""
    if state.src[state.pos] != "\\":
        return False
    match = _BRACKET_MATH.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push("math_inline", "", 0)
        token.markup = match[0][:2]
        token.content = match[1] or match[2]
    state.pos = match.end()
    return True


def _addresses(state: StateCore) -> None:
    """Addresses that stand in a text by themselves become links."""
    for token in state.tokens:
        children = token.children
        if token.type != "inline" or not children or "://" not in token.content:
            continue
        made: list[Token] = []
        inside = 0
        for child in children:
            inside += {"link_open": 1, "link_close": -1}.get(child.type, 0)
            made += [child] if inside or child.type != "text" else _linked(child)
        token.children = made


def _linked(token: Token) -> list[Token]:
    made: list[Token] = []
    end = 0
    for match in _URL.finditer(token.content):
        url = match[0].rstrip(".,;:!?*_~")
        while url.endswith(")") and url.count(")") > url.count("("):
            url = url[:-1]
        if len(url) <= len("https://"):
            continue
        made.append(Token("text", "", 0, content=token.content[end : match.start()]))
        made.append(Token("link_open", "a", 1, attrs={"href": url}))
        made.append(Token("text", "", 0, content=url))
        made.append(Token("link_close", "a", -1))
        end = match.start() + len(url)
    return [*made, Token("text", "", 0, content=token.content[end:])] if made else [token]
