/** Runs something that a person asked for; a failure is said once, under the name of what was asked for. */
import { messageOf } from './errors.js'
import { notify } from './toasts.js'

/**
 * @param {string} what title of the failure
 * @param {() => unknown} run
 * @returns {Promise<boolean>} false when it failed; never rejects
 */
export async function attempt(what, run) {
  try {
    await run()
    return true
  } catch (error) {
    notify({ kind: 'error', title: what, message: messageOf(error) })
    return false
  }
}
