/**
 * `host`: the doors of the app. Each incarnation has its own, so that what it subscribes, opens and shows is attributed to it.
 *
 * Contract: host; guide, Host API. Members that are not real yet are in placeholders.js.
 */
import { onEvent } from '../host/events.js'
import { $decisions } from '../host/decisions.js'
import { paneVisibility, revealPane, undismissPane } from '../host/panes.js'
import { notifyFromPlugin } from '../host/plugin_toasts.js'
import { navigate } from '../host/router.js'
import { notifyError } from '../host/toasts.js'
import { WeakValues } from '../host/weak_values.js'
import { attributedAtom, owned } from './attribution.js'
import { closedDoors } from './closed_doors.js'
import { sessionDoors } from './sessions.js'
import { focusOpenWorkspaceSession, newChat, openSession, setWorkspaceScope } from './chats.js'
import { compatMembers } from './compat.js'
import { composer } from './composer.js'
import { gatewayDoors } from './gateway_doors.js'
import { languageOptions, registerAppLocale } from './i18n.js'
import { getSetting, setSetting, subscribeSetting } from './settings.js'
import { state } from './state.js'
// Not used here: the painter of themes must run in every window, plugins or not.
import './theme.js'
import { openWorkspace } from './workspace.js'

/** @typedef {import('../host/incarnation.js').Incarnation} Incarnation */

/**
 * @param {Incarnation | null} incarnation null makes a host that belongs to nobody: what it subscribes is the caller's to end
 * @returns {Readonly<Record<string, any>>} frozen, with frozen groups
 */
export function createHost(incarnation) {
  /** @param {any} $atom */
  const view = ($atom) => attributedAtom(incarnation, $atom)
  /** @param {() => () => void} subscribe */
  const own = (subscribe) => owned(incarnation, subscribe)
  // The plugin's id is known only after its module was evaluated.
  const source = () => incarnation?.source
  const views = Object.freeze(Object.fromEntries(Object.entries(state).map(([name, $atom]) => [name, view($atom)])))
  /** Atoms that were handed out, so that one asked for in a render stays the same. @type {WeakValues<any>} */
  const panes = new WeakValues()

  return Object.freeze({
    ...closedDoors,
    ...sessionDoors,
    ...gatewayDoors,
    focusOpenWorkspaceSession,
    newChat,
    openSession,
    setWorkspaceScope,
    ...compatMembers(views),
    state: views,
    composer,

    notify: (/** @type {any} */ input) => notifyFromPlugin(input, source()),
    notifyError: (/** @type {unknown} */ error, /** @type {string | undefined} */ fallback) => notifyError(error, fallback, source()),
    navigate,
    onEvent: (/** @type {string} */ type, /** @type {(event: any) => void} */ fn) => own(() => onEvent(type, fn, source())),

    openWorkspace: (/** @type {string} */ id, /** @type {any} */ options) => {
      if (incarnation && !incarnation.alive) return () => {}
      return openWorkspace(id, options, incarnation)
    },
    paneVisibility: (/** @type {string} */ pane) => {
      const key = String(pane)
      return panes.get(key, () => view(paneVisibility(key)))
    },
    revealPane,
    undismissPane,

    settings: Object.freeze({
      get: getSetting,
      set: setSetting,
      subscribe: (/** @type {string} */ key, /** @type {(value: any) => void} */ fn) => own(() => subscribeSetting(key, fn)),
    }),
    pluginDecisions: view($decisions),
    i18n: Object.freeze({
      registerAppLocale: (/** @type {string} */ id, /** @type {any} */ pack) => own(() => registerAppLocale(id, pack)),
      languageOptions,
    }),
  })
}

/** The host that belongs to nobody; plugins get their own through the facade. */
export const host = createHost(null)
