"""Messages as HTML: what Markdown is shown, and that nothing else can happen."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from hermes_shell.transcript.block_stream import BlockStream
from hermes_shell.transcript.code import coloured

SAFE_TAGS = {
    "p", "h3", "h4", "h5", "h6", "strong", "em", "s", "code", "pre", "a", "img", "ul", "ol", "li", "input",
    "blockquote", "table", "thead", "tbody", "tr", "th", "td", "div", "span", "figure", "figcaption", "button",
    "hr", "br", "hermes-directive",
}  # fmt: skip


class Tags(HTMLParser):
    """Collects the tags and attributes of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.found.append((tag, dict(attrs)))


def html(text: str) -> str:
    stream = BlockStream(text)
    stream.finish()
    stream.settle()
    return "".join(stream.closed)


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "<javascript:alert(1)>",
    "![x](javascript:alert(1))",
    '![x" onerror="alert(1)](https://a.b/c.png "t\\" onload=\\"x")',
    '[x](https://a.b/"onmouseover="alert(1) "t\\"><script>")',
    "[x]: javascript:alert(1)\n\n[x]",
    '```js" onload="x\n</code></pre><script>alert(1)</script>\n```',
    '::x{a="<script>" b=\'"><img src=x onerror=alert(1)>\'}',
    "$<script>alert(1)</script>$ and \\(<img onerror=x>\\)",
    "|<script>|\n|---|\n|<img src=x onerror=y>|",
    'https://a.b/"><script>alert(1)</script>',
    "`<script>`\x00\x1b[31m\u202e<script>",
    "> " * 200 + "<script>",
    "a" * 200_000,
    "[" * 5000,
    "<svg/onload=alert(1)>",
    "\\<script>alert(1)</script>",
    "<!-- --><script>x</script><!-- -->",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_of_a_message_becomes_more_than_text(text: str) -> None:
    for tag, attributes in Tags(html(text)).found:
        assert tag in SAFE_TAGS
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        for name in ("href", "src"):
            assert re.match(r"https?:|mailto:|data:image/|blob:", attributes.get(name) or "https:")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**a** *b* ~~c~~ `d`", "<p><strong>a</strong> <em>b</em> <s>c</s> <code>d</code></p>"),
        ("# one\n\n### three", '<h3 data-level="1">one</h3><h5 data-level="3">three</h5>'),
        ("cost $5 and $6", "<p>cost $5 and $6</p>"),
        ("$a_1*b*c$", '<p><code class="hs-math">$a_1*b*c$</code></p>'),
        ("\\(a_b\\)", '<p><code class="hs-math">\\(a_b\\)</code></p>'),
        ("\\[c*d*e\\]", '<p><code class="hs-math">\\[c*d*e\\]</code></p>'),
        ("$$\nx = 1\n$$", '<pre class="hs-math"><code>x = 1</code></pre>'),
        ("a\x00b\x1b[31mred\x1b[0m \u202eright", "<p>a␀bred [U+202E]right</p>"),
        ("[docs](docs/a.md)", '<p><span class="hs-no-link" title="docs/a.md">docs</span></p>'),
    ],
)  # fmt: skip
def test_markdown_as_html(text: str, expected: str) -> None:
    assert html(text).strip() == expected


def test_links_open_outside_and_bare_addresses_are_links() -> None:
    found = [
        attributes["href"]
        for tag, attributes in Tags(html("<https://a.b> https://c.d/e_(f)). [g](mailto:h@i)")).found
        if tag == "a"
    ]
    assert found == ["https://a.b", "https://c.d/e_(f)", "mailto:h@i"]
    assert 'target="_blank" rel="noopener noreferrer"' in html("<https://a.b>")
    assert "<a" not in html("`https://a.b`")


def test_pictures_come_when_they_are_near_and_tell_nobody() -> None:
    (picture,) = [attributes for tag, attributes in Tags(html("![a *b*](https://c.d/e.png)")).found if tag == "img"]
    assert (picture["alt"], picture["loading"], picture["referrerpolicy"]) == ("a b", "lazy", "no-referrer")
    assert "<img" not in html("![text](file:///etc/passwd)")


def test_tables_align_and_task_lists_have_boxes() -> None:
    text = html("| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open")
    assert '<td data-align="right">2</td>' in text
    assert text.count('type="checkbox"') == 2
    assert text.count(" checked>") == 1


@pytest.mark.parametrize(
    ("info", "title"),
    [
        ("js checks/plugin.js lines 41–43", "checks/plugin.js <span>lines 41–43</span>"),
        ("js:src/a.js", "src/a.js <span>1 line</span>"),
        ('py title="my file.py"', "my file.py <span>1 line</span>"),
        ("12:15:src/a.py", "src/a.py <span>lines 12–15</span>"),
        ("python", "Python<span> · 1 line</span>"),
        ("objective-c", "objective-c<span> · 1 line</span>"),
        ("py", "Python<span> · 1 line</span>"),
        ("", "<span>1 line</span>"),
        ("{.class}", "<span>1 line</span>"),
    ],
)
def test_a_code_block_says_its_file_or_language(info: str, title: str) -> None:
    assert f'<span class="hs-code-title">{title}</span>' in html(f"```{info}\nx\n```")


def test_code_is_coloured_by_the_roles_of_themes_and_long_code_is_folded() -> None:
    text = html("```py\n# c\ndef f(a): return g('s', 1)\n```")
    for name in ("hs-c", "hs-k", "hs-f", "hs-s", "hs-n"):
        assert f'class="{name}"' in text
    assert "Show all 30 lines" in html("```\n" + "x\n" * 30 + "```")
    assert "<span class=" not in html("```nosuchlanguage\nx = 1\n```").partition("<pre")[2]


def test_a_line_that_is_too_long_waits_behind_a_button() -> None:
    for text in ("x" * 200_000, "```\n" + "x" * 200_000 + "\n```"):
        shown = html(text)
        assert "Show all 200,000 characters" in shown
        assert len(re.sub(r"<span hidden>.*?</span>", "", shown)) < 22_000


def test_D1_directives_keep_to_their_grammar() -> None:
    drawn = [
        "::chart",
        '::chart{a="1"}',
        "::chart{A='x' b=\"y\"}",
        "  ::chart{}  ",
        "::c-1",
    ]
    plain = [
        "::Chart", "::1chart", ": :chart", ":chart", "::chart{a=1}", "::chart{a}", '::chart{a="{"}', "::chart x",
        "::chart\nmore", "text ::chart", "- ::chart", "> ::chart", "```\n::chart\n```", "    ::chart", "\t::chart",
        "::" + "c" * 65, '::c{a="' + "x" * 1025 + '"}', '::c{1a="x"}', '::c{a="1"b="2"}',
        "see <b>this</b>\n\n::chart", "::chart" + " " * 1200 + "x",
    ]  # fmt: skip
    for text in drawn:
        assert "<hermes-directive" in html(text), text
    for text in plain:
        assert "<hermes-directive" not in html(text), text
    assert "<hermes-directive" in html("`<b>` is code\n\n::chart"), "code is no tag"
    (attributes,) = [found for tag, found in Tags(html("::x{Key='1' key=\"2\"}")).found if tag == "hermes-directive"]
    assert (attributes["args"], attributes["source"]) == ('{"key": "2"}', "::x{Key='1' key=\"2\"}")


def test_last_line_of_a_difference_is_coloured_like_the_others() -> None:
    html = coloured("-old\n+new", "diff")
    assert '<span class="hs-d">-old' in html
    assert html.endswith('<span class="hs-s">+new</span>')
    assert coloured("x = 1\n", "python").endswith("\n")
    assert not coloured("x = 1", "python").endswith("\n")
