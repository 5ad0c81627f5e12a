/**
 * Names outside the guide that public plugins use; one line each, with the plugin that needs it.
 */
import { askOs } from '../host/os_door.js'

/** Icons that an older set had, by their nearest lucide name. @type {Readonly<Record<string, string>>} */
export const ICON_ALIASES = Object.freeze({
  StopFilled: 'Square', // voice controls
  CircleLetterA: 'ALargeSmall', // text size buttons
})

/**
 * Members of `host`.
 *
 * @param {Record<string, any>} state the host's own atoms
 */
export function compatMembers(state) {
  return {
    activeSessionId: state.activeSessionId, // hermes-bots: host.activeSessionId?.get?.()
    openExternal, // three plugins call it on host instead of ctx.os
  }
}

/** @param {string} url */
const openExternal = (url) => askOs('os.openExternal', { url: String(url) }, (error) => console.warn('host.openExternal:', error))
