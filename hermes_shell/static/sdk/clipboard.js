/** The clipboard: the page's own, else the one of the machine. */
import { channel } from '../host/channel.js'

/**
 * @param {string} text
 * @returns {Promise<void>} rejects when neither of the two takes it
 */
export async function writeClipboard(text) {
  try {
    await navigator.clipboard.writeText(text)
  } catch (refused) {
    // QtWebEngine refuses even with a user gesture.
    const written = await channel.call('os.writeClipboard', { text })
    if (written !== true) throw new Error('The clipboard is not available', { cause: refused })
  }
}
