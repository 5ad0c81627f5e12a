/** What the window has to say to the author of a plugin, on the plugin's row: one list for each part that tells. */

/** Sentences of one plugin that its row shows. */
const MOST = 10

/** @type {Map<string, Map<string, readonly string[]>>} teller to source to sentences */
const told = new Map()
/** @type {Set<(source: string) => void>} */
const listeners = new Set()

/**
 * Replaces everything that a part told before.
 * @param {string} teller
 * @param {ReadonlyMap<string, readonly string[]>} bySource `plugin:<id>` to sentences
 */
export function setPluginWarnings(teller, bySource) {
  const before = told.get(teller) ?? new Map()
  told.set(teller, new Map(bySource))
  for (const source of new Set([...before.keys(), ...bySource.keys()])) {
    if (JSON.stringify(before.get(source)) !== JSON.stringify(bySource.get(source))) listeners.forEach((listener) => listener(source))
  }
}

/**
 * @param {string} source `plugin:<id>`
 * @returns {string[]}
 */
export function pluginWarnings(source) {
  const all = [...told.values()].flatMap((bySource) => bySource.get(source) ?? [])
  return all.length > MOST ? [...all.slice(0, MOST), `and ${all.length - MOST} more like these`] : all
}

/** @param {(source: string) => void} listener hears of each plugin whose sentences changed */
export function onPluginWarnings(listener) {
  listeners.add(listener)
}
