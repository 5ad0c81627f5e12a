/** Tells plugins, on their rows, which of their key bindings are left out and why. */
import { warnPlugin } from './errors.js'
import { refusedKeybinds } from './keybind_actions.js'
import { setPluginWarnings } from './plugin_warnings.js'
import { registry } from './registry.js'

let waiting = false

/** Follows the area. Call once. */
export function watchRefusedKeybinds() {
  registry.subscribe('keybinds', () => {
    if (!waiting) queueMicrotask(tell)
    waiting = true
  })
  tell()
}

function tell() {
  waiting = false
  /** @type {Map<string, string[]>} */
  const bySource = new Map()
  for (const [{ id, source }, reason] of refusedKeybinds()) {
    const text = `key binding "${id.slice(0, 100)}" is not used: ${reason.slice(0, 300)}`
    warnPlugin(source, text)
    const list = bySource.get(source)
    if (list) list.push(text)
    else bySource.set(source, [text])
  }
  setPluginWarnings('keybinds', bySource)
}
