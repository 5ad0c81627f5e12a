/**
 * `headerVeto`: a zone leaves its tab strip out while the pane in front says so. A flag, a function, or an object with `get` and `listen`,
 * as `when` takes them; asked again after frames and registrations of every kind, on focus and navigation, and a little after each
 * click and key in a zone: what a plugin's own button or key changes is seen at once.
 */
import { readPlugin, warnPlugin } from './errors.js'
import { onPanesShown } from './pane_visibility.js'
import { frontPane } from './pane_zones.js'
import { registry } from './registry.js'
import { $route } from './router.js'

/** @typedef {import('./contribution.js').Contribution} Contribution */

/** Between two times that input or the registry makes the vetoes be asked. */
const PAUSE_MS = 250
const INPUT = ['click', 'pointerup', 'keyup']
let asked = 0
let last = -Infinity
/** Once more after that: a handler may have waited for something. */
let again = false

/** Objects that are followed, and what ends that. @type {Map<any, () => void>} */
const followed = new Map()

/** Follows what a veto may depend on. Call once. */
export function startPaneChrome() {
  onPanesShown(refreshVetoes)
  registry.subscribe('panes', () => {
    followVetoes()
    refreshVetoes()
  })
  registry.subscribeAll(askSoon)
  for (const kind of INPUT) document.addEventListener(kind, onInput, { capture: true, passive: true })
  $route.listen(refreshVetoes)
  addEventListener('focus', refreshVetoes)
}

/** @param {Event} event */
function onInput({ target }) {
  if (!(target instanceof Element) || !target.closest('[data-zone]')) return
  again = true
  askSoon()
}

/** Asks after the handlers that run now, and not more often than once a pause. */
function askSoon() {
  asked ||= setTimeout(ask, Math.max(0, last + PAUSE_MS - performance.now()))
}

function ask() {
  asked = 0
  last = performance.now()
  refreshVetoes()
  if (again) askSoon()
  again = false
}

/** Asks the pane in front of each zone. */
function refreshVetoes() {
  for (const zone of document.querySelectorAll('[data-zone]')) {
    const front = frontPane(zone)
    const pane = front === null ? undefined : registry.get('panes', front)
    zone.toggleAttribute('data-veto', pane !== undefined && isVetoed(pane))
  }
}

/** @param {Contribution} pane */
function isVetoed(pane) {
  const phase = `headerVeto of ${pane.id}`
  return readPlugin(pane.source, phase, () => {
    const veto = pane.data?.headerVeto
    if (veto === undefined || veto === null || typeof veto === 'boolean') return veto === true
    if (typeof veto === 'function') return veto() === true
    if (isLive(veto)) return veto.get() === true
    warnPlugin(pane.source, `${phase}: ${typeof veto} is neither a flag nor a function; the strip stays`)
    return false
  }) === true
}

/** Follows the objects of the panes that are there, and no others. */
function followVetoes() {
  const vetoes = new Map(registry.getArea('panes').map((pane) => [readPlugin(pane.source, `headerVeto of ${pane.id}`, () => pane.data?.headerVeto), pane]))
  for (const [veto, end] of [...followed]) {
    if (vetoes.has(veto)) continue
    followed.delete(veto)
    end()
  }
  for (const [veto, pane] of vetoes) {
    if (followed.has(veto) || !isLive(veto)) continue
    const end = readPlugin(pane.source, `headerVeto of ${pane.id}`, () => veto.listen(refreshVetoes))
    if (typeof end === 'function') followed.set(veto, () => void readPlugin(pane.source, `headerVeto of ${pane.id}`, end))
  }
}

/** @param {any} veto */
const isLive = (veto) => typeof veto === 'object' && veto !== null && typeof veto.get === 'function' && typeof veto.listen === 'function'
