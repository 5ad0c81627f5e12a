"""What the demo model says."""

from __future__ import annotations

WELCOME = """\
## Hello from the demo model

I am **built in**: no agent is installed and no model is connected, so everything here happens on this machine, \
offline. I understand nothing; I know a few words and answer them with text that shows what a chat looks like.

### Words to try

| Word | What you get |
|:-----|:-------------|
| `table` | a table |
| `code` | code in several languages |
| `think` | reasoning before the answer |
| `long` | an answer long enough to scroll |
| `ask` | a question card with choices |
| `approve` | a permission card; nothing is ever run |
| `error` | a failed turn that can be tried again |

### What works, and what does not

- [x] Streaming, editing, branching, undo, search, drafts
- [x] Interrupting, steering and queueing while an answer is written
- [ ] Tools: the built-in gateway has none, whatever the model
- [ ] Knowledge: connect a real model for that

### Connect a real model

1. Open **Settings → Gateway**.
2. Enter the address of any OpenAI-compatible server, its key and a model:

```yaml
base_url: http://127.0.0.1:11434/v1   # Ollama, llama.cpp, vLLM, or a hosted one
api_key: ""                           # empty when the server wants none
model: qwen3:8b
```

> Or install Hermes Agent: the shell finds it by itself, and with it come tools, skills and memory.
"""

AGAIN = """\
You said:

> {said}

I am the **built-in demo model**, so that is all I can make of it. Words that I know: `table`, `code`, `think`, \
`long`, `ask`, `approve`, `error`.

- **A real model:** *Settings → Gateway*, an address that ends with `/v1`, a key, a model.
- **Tools:** install Hermes Agent; this built-in gateway has none.
"""

TABLE = """\
### Three ways to reach a model

| Way | Needs | Tools | Offline |
|:----|:------|:-----:|:-------:|
| Hermes Agent on this machine | an installation of its own | yes | with a local model |
| Hermes Agent elsewhere | an address and a token | yes | no |
| A model server | an address that ends with `/v1` | no | with a local model |
| This demo | **nothing** | no | **yes** |

Columns are aligned as the table says, and a wide one scrolls in its own box.
"""

CODE = """\
### Code

A function in Python:

```python
from collections.abc import Iterable


def median(values: Iterable[float]) -> float:
    \"\"\"The middle value; of two middle ones their mean.\"\"\"
    ordered = sorted(values)
    if not ordered:
        raise ValueError("no values")
    middle, odd = divmod(len(ordered), 2)
    return ordered[middle] if odd else (ordered[middle - 1] + ordered[middle]) / 2
```

The same idea in JavaScript, and how to try it:

```js
export const median = (values) => {
  const ordered = [...values].sort((a, b) => a - b)
  const middle = Math.floor(ordered.length / 2)
  return ordered.length % 2 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
}
```

```console
$ python -c 'from stats import median; print(median([3, 1, 2]))'
2
```

```diff
-    return ordered[middle]
+    return ordered[middle] if odd else (ordered[middle - 1] + ordered[middle]) / 2
```

Inline code looks like `median([3, 1, 2])`. Nothing of this was run: the demo model has no tools.
"""

REASONING = """\
The prompt has the word "think" in it, so it is worth showing how reasoning looks.

First, what is asked for? An answer that comes after some thought. Second, what do I know? Very little: I am a demo, \
and my thoughts were written beforehand. Third, what follows? I should say so, and keep it short.

That settles it.
"""

THOUGHT = """\
I have thought about it. The reasoning above was streamed **before** this answer, in a block of its own that can be \
folded away.

1. A real model sends its reasoning the same way.
2. How much it reasons is set with the reasoning menu at the composer.
3. Reasoning is kept with the chat, but not sent to the model again.
"""

LONG_HEAD = """\
## A long answer

It has many sections, so that there is something to scroll through, to search in and to interrupt. \
Press **Stop** at any time: what was written until then stays.

"""

LONG_SECTION = """\
### {number}. {topic}

{opening} The text of this section is the same as that of the others except for its topic, which is **{topic}**. \
While it streams, the rest of the window stays usable: sessions can be switched, drafts written, settings changed.

- What came before stays where it is; only the last block is drawn again.
- When you scroll up, the view stays where you are, and a button leads back down.
- The answer goes on when this window is closed, and is complete when you come back.

"""

LONG_TOPICS = (
    "Streaming",
    "Scrolling",
    "Searching",
    "Sessions",
    "Drafts",
    "Branches",
    "Editing and sending again",
    "Interrupting",
    "Queued prompts",
    "Several windows",
    "Sleeping machines",
    "Plugins",
)

LONG_OPENINGS = (
    "This part is about one thing only.",
    "Here is another thing worth a look.",
    "This one is easy to overlook.",
    "Some things are best seen in motion.",
)

LONG_END = "That was all. Everything above was written by the built-in demo model, without any tool."

ASKED = """\
You chose **{answer}**.

A question card stops the turn until it is answered; it stands in the transcript at its place, and in the list of \
everything that waits for you.
"""

NOT_ANSWERED = "There was no answer, so nothing happened. That is also what a real agent does when nobody answers."

APPROVED = """\
You answered **{answer}**, and **nothing was run**: the demo model has no tools. With Hermes Agent the command would \
{effect}.
"""

SECRET_TAKEN = "Thank you. It was **not** kept: the demo model forgets what is typed into such a card at once."

FAILURE = "This is the error that you asked for. Nothing is wrong."

FAILURE_HEAD = "These words arrived before the failure, and they stay."
