/** Opens a plugin's file in the user's editor, through the server. */
import { channel } from './channel.js'
import { messageOf } from './errors.js'
import { isolated } from './foreign_text.js'
import { notify } from './toasts.js'

/**
 * @param {string} folder of a plugin
 * @param {number | null} [line] from 1
 * @param {number | null} [column] from 1, in UTF-16 units
 * @returns {Promise<boolean>} whether an editor took it; otherwise a toast says why
 */
export async function openInEditor(folder, line = null, column = null) {
  try {
    return (await channel.call('os.openEditor', { folder, line, column })) === true
  } catch (error) {
    notify({ id: 'open-in-editor', kind: 'warning', title: `${isolated(folder)}/plugin.js was not opened`, message: messageOf(error) })
    return false
  }
}
