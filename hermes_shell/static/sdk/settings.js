/**
 * The appearance preferences that plugins share with the settings page (guide, host.settings; contract, host.settings keys).
 */
import { atom } from '../vendor/nanostores.js'
import { onAnnouncement } from '../host/announcements.js'
import { channel } from '../host/channel.js'
import { snapshot } from '../host/snapshot.js'

/** @typedef {{ initial: unknown, accepts: (value: unknown) => boolean, stored?: (value: any) => unknown }} Setting */

/** @param {boolean} initial @returns {Setting} */
const flag = (initial) => ({ initial, accepts: (value) => typeof value === 'boolean' })
/** @param {readonly string[]} values @param {string} initial @returns {Setting} */
const choice = (values, initial) => ({ initial, accepts: (value) => typeof value === 'string' && values.includes(value) })

/** @type {Readonly<Record<string, Setting>>} */
const SETTINGS = Object.freeze({
  'backdrop.v1': flag(false),
  'composerPopout.gesturesEnabled': flag(true),
  'intro-splash.v1': flag(true),
  'reasoning.collapsedByDefault': flag(false),
  sessionListDensity: choice(['compact', 'comfortable', 'detailed'], 'compact'),
  tabStripDefault: choice(['auto', 'always', 'never'], 'auto'),
  'embed-mode': choice(['ask', 'always', 'off'], 'ask'),
  hideThreadTimeline: flag(false),
  'interfaceMode.v1': choice(['simple', 'advanced'], 'advanced'),
  titlebarAppActions: choice(['left', 'right'], 'right'),
  'toolView.technical': choice(['product', 'technical'], 'product'),
  'toolView.hideCodeDiffs': flag(false),
  'user-bubble-transparency.v1': {
    initial: 0,
    accepts: (value) => typeof value === 'number' && value >= 0 && value <= 100,
    stored: Math.round,
  },
})

/** @type {Map<string, import('../vendor/nanostores.js').WritableAtom<any>>} */
const atoms = new Map()

/**
 * @param {string} key
 * @returns {any}
 * @throws {Error} for a key that is not a setting
 */
export function getSetting(key) {
  return atomOf(key).get()
}

/**
 * Takes effect at once here, and is stored and told to the other windows by the server. The last write wins.
 *
 * @param {string} key
 * @param {any} value
 * @throws {Error} for a key that is not a setting or a value outside its type; nothing is written then
 */
export function setSetting(key, value) {
  storeSetting(key, value)?.catch((error) => {
    console.warn(`The setting ${key} holds in this window only, it could not be stored:`, error)
  })
}

/**
 * As `setSetting`, and tells whether it is stored. Not a name of the SDK.
 * @param {string} key
 * @param {any} value
 * @returns {Promise<unknown> | undefined} undefined: it has this value
 */
export function storeSetting(key, value) {
  const $setting = atomOf(key)
  const { accepts, stored } = SETTINGS[key]
  if (!accepts(value)) throw new Error(`Invalid value for desktop setting: ${key}`)
  const next = stored ? stored(value) : value
  if (next === $setting.get()) return undefined
  $setting.set(next)
  return channel.call('settings.set', { key, value: next })
}

/** Whether plugins share a setting. Not a name of the SDK. @param {string} key */
export const isShared = (key) => Object.hasOwn(SETTINGS, key)

/**
 * @param {string} key
 * @param {(value: any) => void} fn called now and after every change
 * @returns {() => void} idempotent disposer
 * @throws {Error} for a key that is not a setting
 */
export function subscribeSetting(key, fn) {
  return atomOf(key).subscribe((value) => fn(value))
}

// What other windows and the settings page choose. Keys that are no settings of this table are left to others.
onAnnouncement('setting', ({ key, value }) => apply(key, value))
onAnnouncement('hello', ({ settings }) => {
  for (const [key, value] of Object.entries(settings ?? {})) apply(key, value)
})

/** @param {string} key @param {unknown} value */
function apply(key, value) {
  if (Object.hasOwn(SETTINGS, key) && SETTINGS[key].accepts(value)) atomOf(key).set(value)
}

/** @param {string} key */
function atomOf(key) {
  // Own keys only: `constructor` and `toString` are not settings.
  if (typeof key !== 'string' || !Object.hasOwn(SETTINGS, key)) throw new Error(`Unsupported desktop setting: ${String(key)}`)
  let $setting = atoms.get(key)
  if (!$setting) {
    const { initial, accepts } = SETTINGS[key]
    const saved = /** @type {any} */ (snapshot).settings?.[key]
    $setting = atom(accepts(saved) ? saved : initial)
    atoms.set(key, $setting)
  }
  return $setting
}
