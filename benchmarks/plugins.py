"""Plugins made by code: what the benchmarks load, save and count."""

from __future__ import annotations

import random

IMPORTS = "import { host, useValue } from '@hermes/plugin-sdk'\nimport { jsx, jsxs } from 'react/jsx-runtime'\n"
CLASSES = (
    "flex h-full flex-col gap-2 p-3 text-sm",
    "flex items-center gap-1.5 rounded-md px-2 py-1 text-xs",
    "text-(--ui-text-tertiary)",
    "grid grid-cols-2 gap-3",
    "truncate font-medium",
    "hover:bg-muted/50 focus-visible:ring-1",
    "absolute inset-x-0 bottom-0 h-px bg-border",
    "min-w-0 flex-1 overflow-auto",
    "inline-flex shrink-0 items-center justify-center",
    "text-[0.6875rem] tabular-nums text-muted-foreground",
)


def chip(plugin: str, text: str, *, size: int = 0, utility: str = "", mark: str = "") -> str:
    """A plugin with one chip in the status bar.

    Args:
        plugin: its id.
        text: what the chip shows; the element has `data-bench="<plugin>"`.
        size: length of the file in bytes, reached with components that nobody renders; 0 = as short as it is.
        utility: a class of the chip.
        mark: a statement that runs at the end of `register`.
    """
    body = (
        "export default {\n"
        f"  id: '{plugin}',\n"
        f"  name: '{plugin}',\n"
        "  register(ctx) {\n"
        "    ctx.register({\n"
        "      id: 'chip',\n"
        "      area: 'statusBar.left',\n"
        "      order: 100,\n"
        "      render: () => jsx('span', {\n"
        f"        'data-bench': '{plugin}', className: 'px-1 {utility}', children: '{text}'\n"
        "      })\n"
        "    })\n"
        f"    {mark}\n"
        "  }\n"
        "}\n"
    )
    return IMPORTS + _padding(plugin, size - len(IMPORTS) - len(body)) + body


def full(plugin: str, text: str) -> str:
    """A plugin with a pane, a chip, a page with its navigation row, a palette row and a key, as public ones have."""
    return f"""{IMPORTS}
function Pane() {{
  const gateway = useValue(host.state.gateway)
  return jsxs('div', {{ 'data-bench': '{plugin}-pane', className: '{CLASSES[0]}', children: ['{text} ', gateway] }})
}}
const chip = () => jsx('button', {{ 'data-bench': '{plugin}', type: 'button', children: '{text}' }})
export default {{
  id: '{plugin}',
  name: '{plugin}',
  register(ctx) {{
    const pane = {{ placement: 'right' }}
    const nav = {{ path: '/{plugin}', label: '{plugin}' }}
    const row = {{ id: '{plugin}.row', label: 'Row of {plugin}', run: () => {{}} }}
    const key = {{ id: '{plugin}.key', label: 'Key of {plugin}', run: () => {{}} }}
    ctx.register({{ id: 'pane', area: 'panes', title: '{plugin}', data: pane, render: () => jsx(Pane, {{}}) }})
    ctx.register({{ id: 'chip', area: 'statusBar.left', order: 100, render: chip }})
    ctx.register({{ id: 'page', area: 'routes', data: {{ path: '/{plugin}' }}, render: () => jsx(Pane, {{}}) }})
    ctx.register({{ id: 'nav', area: 'sidebar.nav', title: '{plugin}', data: nav }})
    ctx.register({{ id: 'row', area: 'palette', data: row }})
    ctx.register({{ id: 'key', area: 'keybinds', data: key }})
  }}
}}
"""


def panes(plugin: str, rank: int, count: int) -> str:
    """A plugin with many panes, as tabs of one side. Of those called `bench-<rank>`, the second four split the sides.

    Args:
        plugin: its id.
        rank: its number among plugins of this kind, from 0; it decides the side.
        count: how many panes.
    """
    side = ("left", "right", "top", "bottom")[rank % 4]
    dock = f", dock: {{ pane: 'bench-{rank - 4}:pane-0', pos: 'bottom' }}" if 4 <= rank < 8 else ""
    return f"""{IMPORTS}
function Pane({{ name }}) {{
  const rows = Array.from({{ length: 20 }}, (_, row) => jsx('li', {{ className: '{CLASSES[1]}', children: name }}, row))
  return jsx('ul', {{ 'data-bench-pane': name, className: '{CLASSES[7]}', children: rows }})
}}
export default {{
  id: '{plugin}',
  register(ctx) {{
    const first = {{ placement: '{side}'{dock} }}
    for (let pane = 0; pane < {count}; pane += 1) {{
      ctx.register({{
        id: `pane-${{pane}}`, area: 'panes', title: `{plugin} ${{pane}}`,
        data: pane ? {{ placement: '{side}', dock: {{ pane: '{plugin}:pane-0', pos: 'center' }} }} : first,
        render: () => jsx(Pane, {{ name: `{plugin} ${{pane}}` }})
      }})
    }}
  }}
}}
"""


def rows(plugin: str) -> str:
    """A plugin that decorates both sides of session rows and can add a third decoration while it runs."""
    return f"""{IMPORTS}
const mark = (side) => ({{ sessionId }}) => {{
  globalThis.benchRows.add(sessionId)
  return jsx('span', {{ 'data-bench-row': side, children: side }})
}}
globalThis.benchRows = new Set()
export default {{
  id: '{plugin}',
  register(ctx) {{
    ctx.register({{ id: 'lead', area: 'sessionRow.leading', render: mark('lead') }})
    ctx.register({{ id: 'trail', area: 'sessionRow.trailing', render: mark('trail') }})
    const cell = () => jsx('span', {{ 'data-bench-cell': '', children: 'cell' }})
    ctx.register({{ id: 'cell', area: 'statusBar.left', render: cell }})
    globalThis.benchAdd = () => ctx.register({{
      id: 'late', area: 'sessionRow.leading',
      render: (args) => jsx('span', {{ 'data-bench-late': '', children: args.title ?? 'late' }})
    }})
  }}
}}
"""


def component(text: str, size: int) -> str:
    """The same chip as a React component in JSX, of the same size, for a development server to compare with."""
    body = f'export default function App() {{\n  return <span data-bench="hot">{text}</span>\n}}\n'
    parts: list[str] = []
    length = len(body)
    number = 0
    while length < size:
        part = (
            f"function Part{number}(props) {{\n"
            f'  return <div className="{CLASSES[number % len(CLASSES)]}">\n'
            f'    <span className="{CLASSES[(number + 3) % len(CLASSES)]}">{{props.label ?? "part {number}"}}</span>\n'
            f"    {{props.rows?.map((row) => <b key={{row.id}}>{{row.title}}</b>)}}\n"
            "  </div>\n}\n"
        )
        parts.append(part)
        length += len(part)
        number += 1
    return "".join(parts) + body


def _padding(plugin: str, size: int) -> str:
    """Components as a plugin has them, about `size` bytes; the same for the same plugin."""
    choose = random.Random(plugin)
    parts: list[str] = []
    length = number = 0
    while length < size:
        part = (
            f"function Part{number}(props) {{\n"
            f"  const className = '{choose.choice(CLASSES)} p-[{choose.randrange(4, 40)}px]'\n"
            "  return jsxs('div', { className, children: [\n"
            f"    jsx('span', {{ className: '{choose.choice(CLASSES)}', children: props.label ?? 'part {number}' }}),\n"
            f"    props.rows?.map((row) => jsx('b', {{ children: row.title + '{plugin}-{number}' }}, row.id))\n"
            "  ] })\n}\n"
        )
        parts.append(part)
        length += len(part)
        number += 1
    return "".join(parts)
