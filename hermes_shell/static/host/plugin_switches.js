/**
 * The switches of plugins. One turns at once, and says the opposite of what is seen: what the server prints is a moment old. It goes
 * back with a toast when the server refuses. While a choice is on its way, fragments from before it leave the switch alone.
 */
import { onAnnouncement } from './announcements.js'
import { channel } from './channel.js'
import { $decisions } from './decisions.js'
import { messageOf } from './errors.js'
import { holdSwitches } from './morph_guard.js'
import { setSwitch } from './switch_view.js'
import { notify } from './toasts.js'

/**
 * @typedef {object} Choices of this window, from the first one until none is without an answer
 * @property {boolean} before what was seen before the first
 * @property {number} made
 * @property {number} answered
 * @property {number} heard how many choices were announced meanwhile, of whichever window
 */

/** Plugin id to the choices under way. @type {Map<string, Choices>} */
const underWay = new Map()

/** Listens for clicks and follows the choices of other windows. Call once. */
export function startPluginSwitches() {
  holdSwitches((control) => underWay.has(control.dataset.pluginSwitch ?? ''))
  document.addEventListener('click', ({ target }) => {
    const control = target instanceof Element ? target.closest('[data-plugin-switch]') : null
    if (control instanceof HTMLElement) void decide(control.dataset.pluginSwitch ?? '', control.getAttribute('aria-checked') !== 'true', control.getAttribute('aria-label') ?? '')
  })
  onAnnouncement('decision', ({ id }) => {
    const choices = underWay.get(id)
    if (choices) choices.heard++
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
  const choices = underWay.get(id) ?? { before: !enabled, made: 0, answered: 0, heard: 0 }
  underWay.set(id, choices)
  choices.made++
  show(id, enabled)
  let failed = false
  try {
    await channel.call('plugins.decide', { id, enabled })
  } catch (error) {
    failed = true
    notify({ kind: 'error', title: what, message: messageOf(error) })
  }
  choices.answered++
  if (choices.answered < choices.made) return
  underWay.delete(id)
  const known = $decisions.get()[id]
  // Announcements and answers come on two lines. Once those of all choices are here, another window may have chosen after this one.
  if (failed || choices.heard >= choices.made) show(id, known ?? choices.before)
  else show(id, enabled)
}

/** @param {string} id @param {boolean} enabled */
function show(id, enabled) {
  for (const control of document.querySelectorAll(`[data-plugin-switch="${CSS.escape(id)}"]`)) {
    if (control instanceof HTMLElement) setSwitch(control, enabled)
  }
}
