/** A plugin that appears and is off says so once, with the way to turn it on (setting `plugins.announceOff`). */
import { $decisions } from './decisions.js'
import { isolated } from './foreign_text.js'
import { decide } from './plugin_switches.js'
import { preference } from './preferences.js'
import { navigate } from './router.js'
import { dismiss, notify } from './toasts.js'

/** Plugins that appear together are told of together. */
const GATHER_MS = 200
const TOAST = 'plugins-off'
/** Names that a toast lists; the page lists all. */
const MOST_NAMES = 5

/** What the toast speaks of: plugin id to name. @type {Map<string, string>} */
const off = new Map()
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

$decisions.listen((decisions) => forget(...[...off.keys()].filter((id) => decisions[id] === true)))

/**
 * @param {string} id of a plugin that was not known and is off, by itself or by an earlier choice
 * @param {string} name
 */
export function announceOff(id, name) {
  if (!preference('plugins.announceOff')) return
  off.set(id, isolated(name))
  clearTimeout(timer)
  timer = setTimeout(tell, GATHER_MS)
}

/**
 * There is nothing to enable any more: the plugin runs, or it is gone.
 * @param {string | null} id
 */
export function forgetOff(id) {
  if (id !== null) forget(id)
}

/** @param {string[]} ids */
function forget(...ids) {
  if (ids.filter((id) => off.delete(id)).length > 0) tell()
}

function tell() {
  clearTimeout(timer)
  const [first, ...others] = off
  if (!first) {
    dismiss(TOAST)
    return
  }
  const toast = { id: TOAST, kind: /** @type {const} */ ('info'), durationMs: 0, onDismiss: () => off.clear() }
  if (others.length > 0) {
    const action = { label: 'Open Plugins', onClick: () => navigate('/capabilities?show=off') }
    notify({ ...toast, title: `${off.size} plugins are installed but off`, message: namesOf([...off.values()]), action })
    return
  }
  const [id, name] = first
  const action = { label: 'Enable', onClick: () => decide(id, true, `Enable ${name}`) }
  notify({ ...toast, title: `${name} is installed but off`, message: 'It runs once you enable it.', action })
}

/** @param {string[]} names */
function namesOf(names) {
  const more = names.length - MOST_NAMES
  return more > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${more} more` : names.join(', ')
}
