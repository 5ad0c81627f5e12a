"""The palette with 5,000 rows: how long it takes to open, and what each key costs; and find in page in a large pane."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from benchmarks.budgets import names_of
from benchmarks.environment import chromium, open_shell, pause, probed_context, running_shell, wait_in
from benchmarks.measurement import Measurement, Options, attempt, measured

PLUGIN = "many-rows"
ROWS, NODES = 5_000, 100_000
QUERIES = ("board", "open the report", "clo", "rst 4", "report 4999", "zzzz")
SOURCE = """
const VERBS = ['Open', 'Close', 'Reset', 'Copy', 'Move', 'Rename', 'Send', 'Archive']
const NOUNS = ['board', 'report', 'draft', 'branch', 'session', 'note', 'picture']
const text = n => `${VERBS[n % VERBS.length]} the ${NOUNS[n % NOUNS.length]} ${n}`
export default {
  id: 'many-rows',
  name: 'Many rows',
  register(ctx) {
    ctx.registerMany(Array.from({ length: ROWS }, (_, n) => ({
      id: `row-${n}`,
      area: 'palette',
      data: { id: `many.${n}`, label: text(n), keywords: ['bench', `number-${n}`], detail: () => `row ${n}`, run() {} }
    })))
  }
}
"""
# From the key to the frame that shows the rows.
OPEN = """async () => {
  const key = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
  const started = hermesBench.now()
  document.body.dispatchEvent(new KeyboardEvent('keydown', key))
  if (!document.querySelector('.hs-palette-row')) return null
  return (await hermesBench.painted()) - started
}"""
CLOSE = """() => {
  const key = { key: 'Escape', bubbles: true, cancelable: true }
  document.querySelector('.hs-palette input').dispatchEvent(new KeyboardEvent('keydown', key))
}"""
# One key of a query: ranking, rendering and layout.
TYPE = """text => {
  const input = document.querySelector('.hs-palette input')
  const started = performance.now()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  return Promise.resolve().then(() => {
    document.querySelector('.hs-palette').getBoundingClientRect()
    return performance.now() - started
  })
}"""
FILL = """nodes => {
  const list = document.createElement('div')
  list.innerHTML = Array.from({ length: nodes / 4 }, (_, n) => `<p>row <b>${n % 100 ? n : 'needle'}</b></p>`).join('')
  document.getElementById('workspace').append(list)
}"""
FIND = """async () => {
  const key = { key: 'f', code: 'KeyF', ctrlKey: true, bubbles: true, cancelable: true }
  document.body.dispatchEvent(new KeyboardEvent('keydown', key))
  const input = document.querySelector('.hs-find input')
  let longest = 0
  let last = performance.now()
  let looking = true
  const look = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
    if (looking) setTimeout(look)
  }
  look()
  const started = hermesBench.now()
  input.value = 'needle'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  const counted = () => document.querySelector('.hs-find-count').textContent.includes(' of 250')
  const end = await hermesBench.until(counted, 30_000)
  looking = false
  return end === null ? null : { ms: end - started, longest }
}"""


def run(options: Options) -> list[Measurement]:
    """Open and close the palette, type whole queries key by key, and find a word among 100,000 nodes."""
    source = SOURCE.replace("ROWS", str(ROWS))
    with running_shell(options.directory, {PLUGIN: source}, "--developer") as shell, chromium() as browser:
        page = open_shell(probed_context(browser), shell.boot_url)
        wait_in(page, "() => document.querySelector('[data-zone=main] h1')")
        pause(1.0)
        return [
            *attempt(["palette.open", "palette.key"], lambda: _palette(options, page)),
            *attempt([name for name in names_of("palette") if "find" in name], lambda: _find(page)),
        ]


def _palette(options: Options, page: Page) -> list[Measurement]:
    opened: list[float] = []
    keys: list[float] = []
    for _ in range(options.times(20, 5) + 1):
        opened.append(_number(page.evaluate(OPEN)))
        for query in QUERIES:
            keys += [_number(page.evaluate(TYPE, query[:end])) for end in range(1, len(query) + 1)]
        page.evaluate(TYPE, "")
        page.evaluate(CLOSE)
        pause(0.1)
    note = f"{ROWS:,} rows of a plugin"
    return [measured("palette.open", opened[1:], note), measured("palette.key", keys, "ranking, rendering, layout")]


def _find(page: Page) -> list[Measurement]:
    page.evaluate(FILL, NODES)
    pause(0.5)
    found: Any = page.evaluate(FIND)
    if found is None:
        raise TimeoutError("the matches were not counted within 30 s")
    return [
        measured("palette.find", [float(found["ms"])], f"{NODES:,} nodes, 250 matches"),
        measured("palette.find_block", [float(found["longest"])], "between two turns of the event loop"),
    ]


def _number(value: Any) -> float:
    if value is None:
        raise TimeoutError("the palette did not open")
    return float(value)
