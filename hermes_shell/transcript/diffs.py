"""A unified diff as HTML."""

from __future__ import annotations

import re

from hermes_shell.transcript.plain_text import cut_lines, show_all

LINES_SHOWN = 8
"""Lines of a diff that are shown at once (look, transcript)."""
LINES_KEPT = 2_000

_HEAD = re.compile(r"^(?:diff |index |--- |\+\+\+ |@@|\\ No newline|┊|a/.* → b/)")
_KINDS = {"+": "add", "-": "del"}


def diff_html(diff: str) -> str:
    """The changed lines of a diff with what stands around them; empty for an empty one."""
    lines = [line for line in diff.split("\n") if line.strip() and not _HEAD.match(line.lstrip())]
    if not lines:
        return ""
    kept = lines[:LINES_KEPT]
    first, rest = kept[:LINES_SHOWN], kept[LINES_SHOWN:]
    html = "".join(map(_line, first))
    if rest:
        html += f"<span hidden>{''.join(map(_line, rest))}</span>"
    left = len(lines) - len(kept)
    if left:
        html += f"<em>{left:,} more lines are not shown.</em>"
    button = show_all(f"Show all {len(kept)} lines") if rest else ""
    return f'<div class="hs-diff"><pre tabindex="0" aria-label="Changes"><code>{html}</code></pre>{button}</div>'


def _line(line: str) -> str:
    sign = line[:1]
    kind = _KINDS.get(sign)
    body = cut_lines(line[1:] if kind or sign == " " else line)
    mark = "−" if sign == "-" else sign if kind else " "
    return f'<span class="hs-diff-line"{f" data-kind={kind}" if kind else ""}><i>{mark}</i>{body or " "}</span>'
