/**
 * What the author of a plugin should know of single contributions. It stands on the plugin's row until the contribution changes or goes.
 * The page finds what never leaves it, the server's frames tell the rest.
 */
import { localId } from './bar_entries.js'
import { warnPlugin } from './errors.js'
import { fieldProblems } from './field_problems.js'
import { checkedItem, isItemArea } from './item_checks.js'
import { kindOf } from './node_check.js'
import { setPluginWarnings } from './plugin_warnings.js'
import { registry } from './registry.js'

/** @typedef {{ plugin: string, area: string, id: string, field: string, message: string }} ServerWarning */

/** How many contributions of one plugin a row tells of, with a sentence each. */
const MOST_TOLD = 5
/** A plugin that registers anew at every tick must not be told of as often. */
const SETTLE_MS = 250
const LONGEST = 900

/** @type {Map<string, { source: string, place: string, texts: Set<string> }>} by area and id */
const known = new Map()
let waiting = false

/** Looks at every registration from now on. Call once, before the first plugin. */
export function startContributionWarnings() {
  registry.subscribeAll((_, changes) => {
    for (const [area, ids] of changes) for (const id of ids) look(area, id)
  })
}

/**
 * @param {readonly ServerWarning[]} warnings of a frame
 * @param {(area: string, id: string) => boolean} isOutdated whether a later state of the contribution is on its way to the server
 */
export function takeServerWarnings(warnings, isOutdated) {
  for (const { plugin, area, id, field, message } of warnings) {
    console.warn(`[plugin:${plugin}] ${area} ${id}${field ? `, field ${field}` : ''}: ${message}`)
    const source = registry.get(area, id)?.source
    if (source && !isOutdated(area, id)) add(source, area, id, message)
  }
}

/** @param {string} area @param {string} id */
function look(area, id) {
  if (known.delete(keyOf(area, id))) tellSoon()
  const contribution = registry.get(area, id)
  if (!contribution?.source.startsWith('plugin:')) return
  const { source, render } = contribution
  if (render !== undefined && render !== null && typeof render !== 'function') add(source, area, id, `render: a function is needed, not ${kindOf(render)}`)
  const problems = isItemArea(area) && typeof render !== 'function' ? checkedItem(contribution).problems : fieldProblems(contribution)
  for (const problem of problems) {
    add(source, area, id, problem)
    warnPlugin(source, `${area} ${localId(id)}: ${problem}`)
  }
}

/** @param {string} area @param {string} id */
const keyOf = (area, id) => `${area}\n${id}`

/** @param {string} source @param {string} area @param {string} id @param {string} text */
function add(source, area, id, text) {
  const key = keyOf(area, id)
  const one = known.get(key) ?? { source, place: `the entry "${localId(id).slice(0, 80)}" of ${area}`, texts: new Set() }
  known.set(key, one)
  one.texts.add(text)
  tellSoon()
}

function tellSoon() {
  if (waiting) return
  waiting = true
  setTimeout(() => {
    waiting = false
    /** @type {Map<string, string[]>} */
    const bySource = new Map()
    for (const { source, place, texts } of known.values()) {
      const sentence = `${place}: ${[...texts].join('; ')}`.slice(0, LONGEST)
      bySource.set(source, [...(bySource.get(source) ?? []), sentence])
    }
    for (const [source, texts] of bySource) {
      if (texts.length > MOST_TOLD) bySource.set(source, [...texts.slice(0, MOST_TOLD), `and ${texts.length - MOST_TOLD} more contributions, of which the console tells`])
    }
    setPluginWarnings('contributions', bySource)
  }, SETTLE_MS)
}
