/**
 * Language: the app's own few words, the locales that plugins add to the app, and the hooks for plugins' texts.
 *
 * Contract: i18n; guide, Language packs.
 */
import { atom } from '../vendor/nanostores.js'
import { useStore } from '../vendor/nanostores-react.js'
import { find, merge } from '../host/text_tree.js'
import { $locale, $translations, translate } from '../host/translations.js'
import { ENGLISH } from './english.js'
import { format, nest } from './messages.js'

/** @typedef {import('./messages.js').Messages} Messages */
/** @typedef {{ endonym?: string, englishName?: string, rtl?: boolean, translations?: Messages }} LocalePack */

const BUNDLED = 'en'

/** Counts registrations of packs, so that what was drawn before one is drawn again. */
const $packs = atom(0)
/** Locales of the app by id, in the order they came. @type {Map<string, LocalePack[]>} */
const packs = new Map()
/** @type {{ version: number, locale: string, tree: Messages } | null} */
let built = null

/**
 * Adds a language to the app, or extends one. Registering does not select it.
 *
 * @param {string} id for example `pl`
 * @param {LocalePack} [pack] `translations` are nested, or flat with dots
 * @returns {() => void} idempotent disposer
 */
export function registerAppLocale(id, pack = {}) {
  const key = String(id ?? '').trim()
  if (!key) throw new TypeError('registerAppLocale: a locale needs an id')
  const own = { ...pack }
  packs.set(key, [...(packs.get(key) ?? []), own])
  $packs.set($packs.get() + 1)
  return () => {
    const all = packs.get(key)
    if (!all?.includes(own)) return
    if (all.length > 1) packs.set(key, all.filter((other) => other !== own))
    else packs.delete(key)
    $packs.set($packs.get() + 1)
  }
}

/**
 * The languages to choose from: the bundled one and the registered ones.
 *
 * @returns {{ id: string, endonym: string, rtl: boolean, source: string }[]}
 */
export function languageOptions() {
  const added = [...packs].filter(([id]) => id !== BUNDLED).map(([id, list]) => ({
    id,
    endonym: list.findLast((pack) => pack.endonym)?.endonym ?? id,
    rtl: list.some((pack) => pack.rtl === true),
    source: 'plugin',
  }))
  return [{ id: BUNDLED, endonym: 'English', rtl: false, source: 'bundled' }, ...added]
}

/**
 * A text of the app, for code that is not a component; the key itself where there is none.
 *
 * @param {string} key a path with dots
 * @param {...any} args
 * @returns {string}
 */
export function translateNow(key, ...args) {
  const found = find(catalogue(), key)
  return found === undefined ? key : format(found, args)
}

/** The app's language: `t` is the catalogue, for example `t.common.save`. */
export function useI18n() {
  useStore($packs)
  const locale = useStore($locale)
  return { t: /** @type {any} */ (catalogue()), locale }
}

/**
 * @param {string} plugin the id of the plugin
 * @returns {(key: string, ...args: any[]) => string} repaints when texts are registered later
 */
export function usePluginI18n(plugin) {
  useStore($translations)
  useStore($locale)
  return (key, ...args) => translate(plugin, key, ...args)
}

/**
 * A tab title in the app's language.
 *
 * @param {{ select: (t: any) => any }} props
 */
export function LocalizedTabTitle({ select }) {
  return select(useI18n().t)
}

/** English, and over it what the active locale has. */
function catalogue() {
  const version = $packs.get()
  const locale = $locale.get()
  if (built?.version !== version || built.locale !== locale) {
    const layers = (packs.get(locale) ?? []).map((pack) => nest(pack.translations ?? {}))
    built = { version, locale, tree: layers.reduce(merge, ENGLISH) }
  }
  return built.tree
}
