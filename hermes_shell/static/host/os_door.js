/** The doors of the operating system, behind the bridge (guide, OS door). Each answers with whether it was done, and never rejects. */
import { channel } from './channel.js'

/**
 * @param {'os.openExternal' | 'os.revealPath' | 'os.writeClipboard'} verb
 * @param {Record<string, string>} args
 * @param {(error: unknown) => void} failed hears why it could not even be asked for
 * @returns {Promise<boolean>} false when it was refused, is not available here or failed
 */
export async function askOs(verb, args, failed) {
  try {
    return (await channel.call(verb, args)) === true
  } catch (error) {
    failed(error)
    return false
  }
}
