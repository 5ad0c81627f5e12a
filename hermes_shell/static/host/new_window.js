/** Opens a further window: a native one from a native one, a tab from a tab. */
import { channel } from './channel.js'
import { openExternal } from './links.js'
import { base, snapshot } from './snapshot.js'
import { notify } from './toasts.js'
import { nativeWindow } from './window_title.js'

// Before links take `window.open` over: that one stays in the window for addresses of the shell.
const openTab = window.open.bind(window)

/**
 * @param {string} [route] what it shows
 * @returns {Promise<void>} when it is on its way
 */
export async function newWindow(route = '/') {
  if (!nativeWindow()) {
    // Not after an await: browsers open a tab for a key or a click, not some time later.
    if (!openTab(`${base}#${route}`, '_blank')) notify({ kind: 'warning', title: 'No new tab', message: 'The browser did not open one.' })
    return
  }
  if (await channel.call('window.open', { route })) return
  // The window belongs to another process than the server, which has none to open.
  const answer = await fetch(`${base}api/shell/boot-link`, { method: 'POST', headers: { 'X-Hermes-CSRF': snapshot.csrf } })
  if (!answer.ok) throw new Error(await answer.text())
  const { url } = await answer.json()
  await openExternal(`${url}#${route}`)
}
