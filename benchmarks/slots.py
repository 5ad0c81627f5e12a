"""Slots in bulk: 2,000 of them, and a list of 1,000 rows with a slot on either side."""

from __future__ import annotations

import statistics
from typing import Any

from playwright.sync_api import Page

from benchmarks import plugins
from benchmarks.budgets import names_of
from benchmarks.environment import chromium, pause, probed_context, running_shell, wait_in
from benchmarks.measurement import Measurement, Options, attempt, measured

PLUGIN = "rows"
SLOTS, ROWS, FIRST, ROW_HEIGHT = 2_000, 1_000, 60, 28
MOUNT = """async (count) => {
  const list = document.createElement('div')
  list.id = 'bench-list'
  list.style.cssText = 'position:fixed;inset:0;overflow:auto;z-index:9'
  list.innerHTML = Array.from({ length: count }, (_, i) =>
    `<hermes-slot area="statusBar.left" cid="rows:cell" instance="${i}"></hermes-slot>`).join('')
  const started = performance.now()
  const done = hermesBench.until(() => list.querySelectorAll('[data-bench-cell]').length === count)
  document.body.append(list)
  const end = await done
  return end === null ? null : performance.now() - started
}"""
# Rows as a list prints them, with a slot on either side that asks the page registry; the first ones fill the window.
FILL = """async ([rows, first, height]) => {
  benchRows.clear()
  const list = document.createElement('div')
  list.id = 'bench-list'
  list.style.cssText = 'position:fixed;inset:0;overflow:auto;z-index:9'
  list.innerHTML = Array.from({ length: rows }, (_, i) => `<div style="height:${height}px;display:flex" data-row="${i}">
    <hermes-slot area="sessionRow.leading" instance="s${i}" args='{"sessionId":"s${i}","title":"one"}'></hermes-slot>
    <span>Session ${i}</span>
    <hermes-slot area="sessionRow.trailing" instance="s${i}" args='{"sessionId":"s${i}","title":"one"}'></hermes-slot>
    </div>`).join('')
  const full = (row) => row?.querySelectorAll('[data-bench-row]').length === 2
  const started = performance.now()
  const done = hermesBench.until(() => {
    for (let i = 0; i < first; i += 1) if (!full(list.children[i])) return false
    return true
  })
  document.body.append(list)
  const end = await done
  const asked = benchRows.size
  return end === null ? null : { ms: end - performance.timeOrigin - started, asked }
}"""
REGISTER = """async (first) => {
  const started = performance.now()
  const done = hermesBench.until(() => document.querySelectorAll('[data-bench-late]').length >= first)
  globalThis.benchDispose = benchAdd()
  const end = await done
  return end === null ? null : performance.now() - started
}"""
CHANGE = """async (text) => {
  const slot = document.querySelector('#bench-list [data-row="3"] hermes-slot')
  const started = performance.now()
  const done = hermesBench.until(() => slot.querySelector('[data-bench-late]')?.textContent === text)
  slot.setAttribute('args', JSON.stringify({ sessionId: 's3', title: text }))
  const end = await done
  return end === null ? null : performance.now() - started
}"""
REMOVE = "() => { document.getElementById('bench-list').remove() }"


def run(options: Options) -> list[Measurement]:
    """Put placeholders into a page, as a fragment would, and wait for what mounts in them."""
    rows = [name for name in names_of("slots") if name != "slots.mount_2000"]
    with (
        running_shell(options.directory, {PLUGIN: plugins.rows(PLUGIN)}, "--developer") as shell,
        chromium() as browser,
    ):
        context = probed_context(browser)
        frames: list[str] = []
        page = context.new_page()
        page.set_viewport_size({"width": 1280, "height": FIRST * ROW_HEIGHT})
        page.on("websocket", lambda socket: socket.on("framereceived", lambda payload: frames.append(str(payload))))
        page.goto(shell.boot_url)
        page.evaluate("() => hermesBench.ready")
        wait_in(page, "() => document.querySelector('[data-bench-cell]')")
        return [
            *attempt(["slots.mount_2000"], lambda: _mount(options, page)),
            *attempt(rows, lambda: _rows(options, page, frames)),
        ]


def _mount(options: Options, page: Page) -> list[Measurement]:
    samples: list[float] = []
    for _ in range(options.times(8, 3)):
        samples.append(_number(page.evaluate(MOUNT, SLOTS)))
        page.evaluate(REMOVE)
        pause(0.6)  # keys without a placeholder are unmounted after 250 ms
    return [measured("slots.mount_2000", samples, "the same contribution 2,000 times, in one portal list")]


def _rows(options: Options, page: Page, frames: list[str]) -> list[Measurement]:
    first: list[float] = []
    asked: list[float] = []
    registration: list[float] = []
    parts: list[float] = []
    changed: list[float] = []
    for number in range(options.times(8, 3)):
        filled = page.evaluate(FILL, [ROWS, FIRST, ROW_HEIGHT])
        if filled is None:
            raise TimeoutError("the first rows did not mount within 10 s")
        first.append(float(filled["ms"]))
        asked.append(float(filled["asked"]))
        pause(0.5)
        frames.clear()
        registration.append(_number(page.evaluate(REGISTER, FIRST)))
        pause(0.3)
        parts.append(float(sum(frame.count('"html"') for frame in frames)))
        changed.append(_number(page.evaluate(CHANGE, f"changed {number}")))
        page.evaluate("() => { benchDispose() }")
        page.evaluate(REMOVE)
        pause(0.6)
    note = f"{int(statistics.median(asked))} of {ROWS} rows asked by then"
    return [
        measured("slots.first_rows", first, note),
        measured("slots.rows_at_once", asked),
        measured("slots.registration", registration, f"until the {FIRST} rows in sight show it"),
        measured("slots.registration_parts", parts),
        measured("slots.changed_row", changed, "page side: new args on the row's placeholder"),
    ]


def _number(value: Any) -> float:
    if value is None:
        raise TimeoutError("nothing mounted within 10 s")
    return float(value)
