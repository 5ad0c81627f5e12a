"""A text that grows has the blocks of the whole text in the end, and parses its last block only."""

from __future__ import annotations

import random

import pytest

from hermes_shell.transcript import markdown
from hermes_shell.transcript.block_stream import BlockStream
from tests.transcript.rich import ANSWER

TEXT = (
    ANSWER
    + """
1. one

2. two

   more of two

- a
- b
text behind
===
# heading
::chart{a="1"}

```py
x = 1
```

~~~
never closed
"""
)


def must_not_parse(text: str, env: markdown.Env) -> list[markdown.Block]:
    pytest.fail(f"it was parsed: {text[:40]!r} {env}")


def whole(text: str) -> list[str]:
    stream = BlockStream(text)
    stream.finish()
    stream.settle()
    return list(stream.closed)


@pytest.mark.parametrize("seed", range(12))
def test_pieces_of_any_size_end_as_the_whole(seed: int) -> None:
    chance = random.Random(seed)
    stream, at = BlockStream(), 0
    while at < len(TEXT):
        size = chance.randint(1, 25)
        stream.append(TEXT[at : at + size])
        at += size
        stream.settle()
    stream.finish()
    stream.settle()
    assert stream.closed == whole(TEXT)
    assert stream.text == TEXT


def test_closed_blocks_are_not_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[int] = []
    real = markdown.blocks_of

    def counted(text: str, env: markdown.Env) -> list[markdown.Block]:
        parsed.append(len(text))
        return real(text, env)

    stream = BlockStream("word " * 2000 + "\n\n")
    stream.settle()
    monkeypatch.setattr(markdown, "blocks_of", counted)
    for number in range(50):
        stream.append(f"p{number}\n\n")
        stream.settle()
    assert max(parsed[1:]) < 100
    assert len(stream.closed) == 50


def test_an_open_code_block_grows_without_markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = BlockStream("```py\nx = 1\n")
    stream.settle()
    monkeypatch.setattr(markdown, "blocks_of", must_not_parse)
    stream.append("y = 2")
    stream.settle()
    assert 'data-growing="true"' in stream.last
    assert "hs-n" in stream.last
    monkeypatch.undo()
    stream.append("\n```\nafter\n")
    stream.settle()
    assert len(stream.closed) == 1
    assert "<p>after</p>" in stream.last


def test_a_huge_open_block_is_parsed_as_rarely_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = BlockStream("word\n" * 8000)
    stream.settle()
    monkeypatch.setattr(markdown, "blocks_of", must_not_parse)
    stream.append("<new>")
    stream.settle()
    assert stream.last.endswith('<p class="hs-plain">&lt;new&gt;</p>')


def test_another_text_is_another_epoch_and_the_same_end_is_not() -> None:
    stream = BlockStream("one\n\ntwo")
    stream.settle()
    epoch = stream.epoch
    stream.finish()
    stream.settle()
    assert (stream.epoch, len(stream.closed), stream.last) == (epoch, 2, "")
    stream.replace("three")
    stream.settle()
    assert (stream.epoch > epoch, stream.closed, stream.last) == (True, ["<p>three</p>\n"], "")


def test_a_definition_at_the_end_counts_for_links_before_it() -> None:
    stream = BlockStream("see [it][1]\n\nmore\n\n")
    stream.settle()
    stream.append("[1]: https://example.org\n")
    stream.finish()
    stream.settle()
    assert 'href="https://example.org"' in stream.closed[0]
