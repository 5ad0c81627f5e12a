"""Bare timers, listeners, observers and nodes live and go with their plugin (plugin pattern 11)."""

from __future__ import annotations

from playwright.sync_api import Page

PLUGIN = """
export const log = []
export let observer
export function start() {
  setInterval(() => log.push('interval'), 5)
  const again = () => { log.push('timeout'); setTimeout(again, 5) }
  again()
  const frame = () => { log.push('frame'); requestAnimationFrame(frame) }
  frame()
  window.addEventListener('ping', () => log.push('window'))
  document.addEventListener('ping', () => log.push('document'), { capture: true })
  const style = document.createElement('style'); style.id = 'left-style'; document.head.append(style)
  const node = document.createElement('p'); node.id = 'left-node'; document.body.appendChild(node)
  observer = new MutationObserver(() => log.push('observer'))
  observer.observe(document.documentElement, { attributes: true })
}
export function restart() { return setInterval(() => log.push('late'), 1) }
export function stopped() {
  const seen = () => log.push('never')
  window.addEventListener('ping', seen); window.removeEventListener('ping', seen)
  clearTimeout(setTimeout(seen, 1))
}
"""

START = """async () => {
  const { watchBareGlobals } = await import('/static/host/bare_globals.js')
  const disposers = []
  window.living = { source: 'plugin:p', own: (fn) => disposers.push(fn) }
  window.retire = () => { living = null; for (const fn of disposers) fn() }
  watchBareGlobals((folder, load) => (folder === 'p' && load === 3 && living) || undefined)
  window.theirs = await import('/w/plugins/p/plugin.js?rev=a&load=3')
  theirs.stopped(); theirs.start()
  window.ping = () => { dispatchEvent(new Event('ping')); document.dispatchEvent(new Event('ping')) }
  window.mine = 0
  setInterval(() => { mine += 1 }, 5)
  window.addEventListener('ping', () => { window.heard = (window.heard ?? 0) + 1 })
  window.settle = () => new Promise((resolve) => setTimeout(resolve, 60))
}"""


def test_an_engine_without_queries_in_its_stacks_finds_the_newest_incarnation(page: Page) -> None:
    page.route("**/w/plugins/**", lambda route: route.fulfill(body=PLUGIN, content_type="text/javascript"))
    page.evaluate(
        START.replace("plugin.js?rev=a&load=3", "plugin.js").replace("load === 3", "load === null"),
    )
    left = page.evaluate(
        """async () => {
          retire(); theirs.log.length = 0; ping(); theirs.restart(); await settle()
          return [theirs.log, document.getElementById('left-style'), document.getElementById('left-node')]
        }"""
    )
    assert left == [[], None, None]


def test_bare_globals_work_while_the_plugin_lives_and_end_with_it(page: Page) -> None:
    page.route("**/w/plugins/**", lambda route: route.fulfill(body=PLUGIN, content_type="text/javascript"))
    page.evaluate(START)
    page.evaluate("async () => { ping(); document.documentElement.dataset.x = '1'; await settle() }")
    assert set(page.evaluate("theirs.log")) == {"interval", "timeout", "frame", "window", "document", "observer"}
    after = page.evaluate(
        """async () => {
          retire(); theirs.log.length = 0; const before = mine
          ping(); document.documentElement.dataset.x = '2'
          theirs.observer.observe(document.documentElement, { attributes: true })
          document.documentElement.dataset.x = '3'
          const late = theirs.restart()
          await settle()
          const [style, node] = ['left-style', 'left-node'].map((id) => document.getElementById(id))
          return { log: theirs.log, late, style, node, others: mine > before, heard }
        }"""
    )
    assert after == {"log": [], "late": 0, "style": None, "node": None, "others": True, "heard": 2}


ONCE = """
export const log = []
export function start() {
  for (let n = 0; n < 50; n++) window.addEventListener('pong', () => log.push('once'), { once: true })
  window.addEventListener('pong', { handleEvent() { log.push('object') } }, { once: true })
  const taken = () => log.push('taken'), ended = new AbortController()
  window.addEventListener('pong', taken, { once: true }); window.removeEventListener('pong', taken)
  window.addEventListener('pong', taken, { signal: ended.signal }); ended.abort()
}
export function wait() { window.addEventListener('pong', () => log.push('late'), { once: true }) }
"""


def test_listeners_that_ended_by_themselves_are_not_kept(page: Page) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.route("**/w/plugins/**", lambda route: route.fulfill(body=ONCE, content_type="text/javascript"))
    page.evaluate(START.replace("theirs.stopped();", ""))
    heard = page.evaluate(
        """() => {
          const pong = () => dispatchEvent(new Event('pong'))
          pong(); pong()
          const first = [...theirs.log]
          theirs.wait(); retire(); pong()
          return [first.filter((one) => one === 'once').length, first.at(-1), theirs.log.length]
        }"""
    )
    assert heard == [50, "object", 51]
    assert said == ["[plugin:p] 1 bare timers, listeners or nodes ended with the plugin"]
