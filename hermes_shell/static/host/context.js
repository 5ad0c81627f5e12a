/**
 * `ctx`: what `register` gets (contract, PluginContext). Everything is attributed to one incarnation and ends with it.
 */
import { registerAppLocale } from '../sdk/i18n.js'
import { atom } from '../vendor/nanostores.js'
import { onEvent } from './events.js'
import { reportPluginError, warnPlugin } from './errors.js'
import { askOs } from './os_door.js'
import { notifyOs } from './os_notify.js'
import { revealOwnPane } from './own_panes.js'
import { registry } from './registry.js'
import { pluginStorage } from './storage.js'
import { trackedTimers } from './tracked_timers.js'
import { registerBundles, translate } from './translations.js'

/** @typedef {import('./contribution.js').ContributionInput} ContributionInput */
/** @typedef {import('./incarnation.js').Incarnation} Incarnation */

const SETTINGS_AREA = 'settings.plugins'

const nothing = () => {}

/**
 * @param {Incarnation} incarnation
 * @param {import('./evaluate.js').Plugin} plugin
 * @returns {Readonly<Record<string, unknown>>}
 */
export function createContext(incarnation, plugin) {
  const { id } = plugin
  const source = `plugin:${id}`
  /** @type {Map<string, () => void>} registered keys to the newest disposer */
  const latest = new Map()

  /** @param {readonly ContributionInput[]} list */
  const registerMany = (list) => {
    if (!incarnation.alive) {
      warnPlugin(id, 'register was called after the plugin was turned off or replaced; nothing was registered')
      return nothing
    }
    if (!Array.isArray(list)) throw new TypeError(`${source}: registerMany expects a list of contributions`)
    const stamped = list.map((contribution) => stamp(contribution, incarnation, id))
    const dispose = incarnation.own(registry.registerMany(stamped))
    const keys = JSON.stringify(stamped.map((contribution) => [contribution.area, contribution.id]))
    // A plugin that replaces one key at every pointer move must not pile up disposers; the old one has nothing left to remove.
    latest.get(keys)?.()
    latest.set(keys, dispose)
    return () => {
      dispose()
      if (latest.get(keys) === dispose) latest.delete(keys)
    }
  }

  return Object.freeze({
    source,
    register: (/** @type {ContributionInput} */ contribution) => registerMany([contribution]),
    registerMany,
    registerSettingsPage: (/** @type {any} */ page) => {
      const { id: local, title, icon, order, render, children } = page ?? {}
      return registerMany([{ id: local, area: SETTINGS_AREA, title, order, render, data: { icon, children } }])
    },
    onDispose: (/** @type {() => void} */ fn) => void incarnation.own(fn),
    onUnload: (/** @type {() => void} */ fn) => void incarnation.own(fn),
    onEvent: (/** @type {string} */ type, /** @type {(event: any) => void} */ fn) =>
      incarnation.alive ? incarnation.own(onEvent(type, fn, source)) : nothing,
    ...trackedTimers(incarnation),
    storage: Object.freeze(pluginStorage(id)),
    os: osDoor(id, incarnation),
    panes: Object.freeze({ reveal: (/** @type {unknown} */ pane) => revealOwnPane(id, pane) }),
    i18n: Object.freeze({
      register: (/** @type {any} */ bundles) => (incarnation.alive ? incarnation.own(registerBundles(id, bundles)) : nothing),
      t: (/** @type {string} */ key, /** @type {unknown[]} */ ...args) => translate(id, key, ...args),
      registerAppLocale: (/** @type {string} */ locale, /** @type {any} */ pack) =>
        incarnation.alive ? incarnation.own(registerAppLocale(locale, pack)) : nothing,
    }),
    rest: (/** @type {string} */ path) => {
      restPath(id, path)
      return Promise.reject(new Error('Hermes gateway unavailable'))
    },
    socket: () => nothing,
    pet: Object.freeze({ say: () => nothing, clear: nothing, visible: atom(false) }),
    runAction: (/** @type {unknown} */ action) => {
      const error = `'${String(action)}' cannot run yet: the app shell is not ready.`
      warnPlugin(id, `runAction: ${error}`)
      return { ok: false, reason: 'unavailable', error }
    },
    listActions: () => [],
  })
}

/**
 * The address of a plugin's own backend route.
 * @param {string} id
 * @param {unknown} path relative to `/api/plugins/<id>`; the leading slash is optional
 * @returns {string}
 * @throws {Error} on a `..` segment before `?` or `#`
 */
export function restPath(id, path) {
  const suffix = String(path ?? '')
  const route = suffix.split(/[?#]/, 1)[0]
  if (route.split(/[/\\]/).some((segment) => /^(\.|%2e){2}$/i.test(segment))) {
    throw new Error(`[plugin:${id}] rest: illegal path traversal in ${JSON.stringify(suffix)}`)
  }
  return `/api/plugins/${encodeURIComponent(id)}${suffix === '' || suffix.startsWith('/') ? '' : '/'}${suffix}`
}

/**
 * @param {ContributionInput} contribution
 * @param {Incarnation} incarnation
 * @param {string} id
 * @returns {ContributionInput}
 */
function stamp(contribution, incarnation, id) {
  const given = contribution ?? /** @type {ContributionInput} */ ({})
  // The registry refuses a missing id; a prefix must not make one up.
  const named = typeof given.id === 'string' && given.id !== '' ? `${id}:${given.id}` : given.id
  return { ...given, id: named, source: `plugin:${id}`, seq: incarnation.nextSeq(), incarnation, server: undefined }
}

/**
 * @param {string} id
 * @param {Incarnation} incarnation
 */
function osDoor(id, incarnation) {
  /**
   * @param {Parameters<typeof askOs>[0]} verb
   * @param {Record<string, string>} args
   */
  const ask = (verb, args) => askOs(verb, args, (error) => reportPluginError(id, verb, error))
  return Object.freeze({
    openExternal: (/** @type {unknown} */ url) => ask('os.openExternal', { url: String(url) }),
    revealPath: (/** @type {unknown} */ path) => ask('os.revealPath', { path: String(path) }),
    writeClipboard: (/** @type {unknown} */ text) => ask('os.writeClipboard', { text: String(text) }),
    notify: (/** @type {unknown} */ input) => notifyOs(incarnation, input),
    pickOpenPath: async () => null,
    pickSavePath: async () => null,
  })
}
