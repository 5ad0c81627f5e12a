/** A plugin that appears and is off says so once, with the way to turn it on (setting `plugins.announceOff`). */
import { $decisions } from './decisions.js'
import { decide } from './plugin_switches.js'
import { preference } from './preferences.js'
import { navigate } from './router.js'
import { dismiss, notify } from './toasts.js'

/** Plugins that appear together are told of together. */
const GATHER_MS = 200
const SEVERAL = 'plugins-off'

/** @type {Map<string, string>} plugin id to name, not told yet */
const waiting = new Map()
/** @type {Set<string>} ids whose toast is shown */
const told = new Set()
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

$decisions.listen((decisions) => {
  for (const id of told) {
    if (decisions[id] !== true) continue
    told.delete(id)
    dismiss(toastId(id))
  }
})

/**
 * @param {string} id of a plugin that was not known and is off, by itself or by an earlier choice
 * @param {string} name
 */
export function announceOff(id, name) {
  if (!preference('plugins.announceOff')) return
  waiting.set(id, name)
  clearTimeout(timer)
  timer = setTimeout(tell, GATHER_MS)
}

function tell() {
  const plugins = [...waiting].filter(([id]) => $decisions.get()[id] !== true)
  waiting.clear()
  if (plugins.length === 0) return
  if (plugins.length > 1) {
    const action = { label: 'Open Plugins', onClick: () => navigate('/capabilities?show=off') }
    notify({ id: SEVERAL, kind: 'info', title: `${plugins.length} plugins are installed but off`, message: plugins.map(([, name]) => name).join(', '), durationMs: 0, action })
    return
  }
  const [[id, name]] = plugins
  told.add(id)
  const action = { label: 'Enable', onClick: () => decide(id, true, `Enable ${name}`) }
  notify({ id: toastId(id), kind: 'info', title: `${name} is installed but off`, message: 'It runs once you enable it.', durationMs: 0, action, onDismiss: () => told.delete(id) })
}

/** @param {string} id */
const toastId = (id) => `plugin-off:${id}`
