/**
 * The switches of plugins. One turns at once, and says the opposite of what is seen: what the server prints is a moment old. It goes
 * back with a toast when the server refuses. While a choice is on its way, fragments from before it leave the switch alone.
 */
import { channel } from './channel.js'
import { $decisions } from './decisions.js'
import { messageOf } from './errors.js'
import { holdSwitches } from './morph_guard.js'
import { setSwitch } from './switch_view.js'
import { notify } from './toasts.js'

/** Plugin id to how many of this window's choices are under way. @type {Map<string, number>} */
const underWay = new Map()

/** Listens for clicks and follows the choices of other windows. Call once. */
export function startPluginSwitches() {
  holdSwitches((control) => underWay.has(control.dataset.pluginSwitch ?? ''))
  document.addEventListener('click', ({ target }) => {
    const control = target instanceof Element ? target.closest('[data-plugin-switch]') : null
    if (control instanceof HTMLElement) void decide(control.dataset.pluginSwitch ?? '', control.getAttribute('aria-checked') !== 'true', control.getAttribute('aria-label') ?? '')
  })
  $decisions.listen((decisions) => {
    for (const [id, enabled] of Object.entries(decisions)) if (!underWay.has(id)) show(id, enabled)
  })
}

/**
 * Turns a plugin on or off, everywhere it is shown.
 * @param {string} id
 * @param {boolean} enabled
 * @param {string} what the title of a failure
 */
export async function decide(id, enabled, what) {
  underWay.set(id, (underWay.get(id) ?? 0) + 1)
  show(id, enabled)
  let failed = false
  try {
    await channel.call('plugins.decide', { id, enabled })
  } catch (error) {
    failed = true
    notify({ kind: 'error', title: what, message: messageOf(error) })
  }
  const left = (underWay.get(id) ?? 1) - 1
  if (left > 0) {
    underWay.set(id, left)
    return
  }
  underWay.delete(id)
  // The announcement may come before or after the answer: what was chosen last holds unless the server refused it.
  const known = $decisions.get()[id]
  show(id, failed ? (known ?? !enabled) : enabled)
}

/** @param {string} id @param {boolean} enabled */
function show(id, enabled) {
  for (const control of document.querySelectorAll(`[data-plugin-switch="${CSS.escape(id)}"]`)) {
    if (control instanceof HTMLElement) setSwitch(control, enabled)
  }
}
