"""What the first conversation needs and no start does: the reader of Markdown, the colours of code, the templates."""

from __future__ import annotations

from hermes_shell.transcript.transcript import Transcript
from hermes_shell.transcript.view import TranscriptView

_TEXT = "Some *text*:\n\n```py\nx = 1\n```\n\n```js\nlet x\n```\n\n```sh\nls\n```\n"


def warm() -> None:
    """Show a small conversation to nobody. It takes 100 to 300 ms the first time, so it belongs into a thread."""
    transcript = Transcript("warm")
    transcript.load(
        [{"role": "user", "text": "?"}, {"role": "tool", "name": "x"}, {"role": "assistant", "text": _TEXT}]
    )
    TranscriptView(transcript, "warm").everything()
