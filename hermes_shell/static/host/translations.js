/**
 * Strings that plugins bring: locale to a tree of texts or functions (contract, i18n). The lookup goes from the active locale to the
 * plugin's `en` to the key itself.
 */
import { atom } from '../vendor/nanostores.js'
import { reportPluginError } from './errors.js'
import { snapshot } from './snapshot.js'
import { find, isTree, merge } from './text_tree.js'

/** @typedef {import('./text_tree.js').Tree} Tree */

const FALLBACK = 'en'

/** The active locale. @type {import('../vendor/nanostores.js').WritableAtom<string>} */
export const $locale = atom(snapshot.locale || FALLBACK)

/** Counts registrations, so that hooks repaint. @type {import('../vendor/nanostores.js').WritableAtom<number>} */
export const $translations = atom(0)

/** @type {Map<string, Tree>} plugin to locale to tree */
const bundlesOf = new Map()

/**
 * Adds bundles to what the plugin registered before; later ones win key by key.
 * @param {string} pluginId
 * @param {Tree} bundles
 * @returns {() => void} drops all bundles of the plugin
 */
export function registerBundles(pluginId, bundles) {
  if (!isTree(bundles)) throw new TypeError(`[plugin:${pluginId}] i18n.register expects { locale: { key: text } }`)
  bundlesOf.set(pluginId, merge(bundlesOf.get(pluginId) ?? {}, bundles))
  $translations.set($translations.get() + 1)
  return () => {
    if (bundlesOf.delete(pluginId)) $translations.set($translations.get() + 1)
  }
}

/**
 * @param {string} pluginId
 * @param {string} key a dotted path
 * @param {...unknown} args for leaves that are functions
 * @returns {string}
 */
export function translate(pluginId, key, ...args) {
  const bundles = bundlesOf.get(pluginId)
  for (const locale of bundles ? new Set([$locale.get(), FALLBACK]) : []) {
    const texts = bundles?.[locale]
    const leaf = isTree(texts) ? find(texts, String(key)) : undefined
    if (typeof leaf === 'string') return leaf
    if (typeof leaf !== 'function') continue
    try {
      return String(leaf(...args))
    } catch (error) {
      reportPluginError(pluginId, `translation ${key}`, error)
    }
  }
  return String(key)
}
