"""Enable and disable: from the click on the switch of the Plugins page to everything gone, or shown."""

from __future__ import annotations

from playwright.sync_api import Page

from benchmarks import plugins
from benchmarks.environment import chromium, go, open_shell, pause, probed_context, running_shell, wait_in
from benchmarks.measurement import Measurement, Options, measured

PLUGIN = "bench-0"
OTHERS = 19
GONE = """plugin => !document.querySelector(`[data-bench="${plugin}"], [data-bench="${plugin}-pane"]`)
  && !document.querySelector(`[data-pane="${plugin}:pane"], [data-tab="${plugin}:pane"]`)
  && !document.querySelector(`hermes-slot[cid^="${plugin}:"]`)
  && !document.querySelector(`[data-area="sidebar.nav"] [data-item="${plugin}:nav"]`)"""
SHOWN = """plugin => document.querySelector(`[data-bench="${plugin}"]`)
  && document.querySelector(`[data-pane="${plugin}:pane"]`)
  && document.querySelector(`[data-area="sidebar.nav"] [data-item="${plugin}:nav"]`)"""
# The click, and the milliseconds until the condition holds.
CLICK = """plugin => {
  const started = hermesBench.now()
  const done = hermesBench.until(() => (CONDITION)(plugin))
  document.querySelector(`[data-plugin-row="${plugin}"] [role=switch]`).click()
  return done.then((time) => (time === null ? null : time - started))
}"""
RESIDUE = """plugin => document.querySelectorAll(`[data-bench^="${plugin}"], [cid^="${plugin}:"],
  [data-pane^="${plugin}:"], [data-tab^="${plugin}:"], [data-item^="${plugin}:"]`).length"""


def run(options: Options) -> list[Measurement]:
    """Switch one of 20 plugins off and on, with a pane, a chip, a page, a navigation row, a palette row and a key."""
    sources = {PLUGIN: plugins.full(PLUGIN, "toggled")}
    sources |= {f"other-{number}": plugins.chip(f"other-{number}", "x", size=4_000) for number in range(OTHERS)}
    off: list[float] = []
    on: list[float] = []
    residue: list[float] = []
    with running_shell(options.directory, sources, "--developer") as shell, chromium() as browser:
        page = open_shell(probed_context(browser), shell.boot_url)
        go(page, "/capabilities")
        page.locator(f"[data-plugin-row='{PLUGIN}'][data-status=loaded] [role=switch]").wait_for()
        wait_in(page, SHOWN, PLUGIN)
        for _ in range(options.times(30, 8) + 1):
            pause(0.2)
            off.append(_switch(page, GONE))
            pause(0.2)
            residue.append(float(page.evaluate(RESIDUE, PLUGIN)))
            on.append(_switch(page, SHOWN))
    return [
        measured("toggle.disable", off[1:]),
        measured("toggle.enable", on[1:]),
        measured("toggle.residue", residue, "pane, tab, chip, slots and navigation row, 200 ms after the switch"),
    ]


def _switch(page: Page, condition: str) -> float:
    milliseconds = page.evaluate(CLICK.replace("CONDITION", condition), PLUGIN)
    if milliseconds is None:
        raise TimeoutError("a switch had no effect within 10 s")
    return float(milliseconds)
