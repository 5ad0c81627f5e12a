/** What the user and plugins can do with chats by command: a new one, a new tab, another one, stopping a turn. */
import { channel } from './channel.js'
import { composerOf } from './composer_registry.js'
import { offerCommandWhen, registerCommand } from './commands.js'
import { goToNewChat } from './chat_routes.js'
import { $chats, $focusedChat, $primaryChat, isNew, mintKey } from './chat_state.js'
import { DOCKS, openTile } from './chat_tiles.js'
import { viewOf } from './chat_views.js'
import { hotkeyOf } from './keybinds.js'
import { currentRoute, navigate } from './router.js'
import { chatPath, pathOf } from './route_path.js'
import { applyParts } from './fragments.js'

/** Offers them. Call once. */
export function startChatCommands() {
  registerCommand('session.new', () => newChat())
  // The link leads to the address where one may be already; who follows it wants a fresh chat.
  const rows = document.querySelector('[data-area="sidebar.nav"]')
  rows?.addEventListener('pointerover', nameKeys)
  rows?.addEventListener('click', (/** @type {any} */ event) => {
    const row = newChatRow(event)
    if (!row || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void newChat()
  })
  registerCommand('session.newTab', () => openTile(mintKey(), { dock: DOCKS.tab }))
  registerCommand('chat.interrupt', () => onFocused('chat.interrupt'))
  registerCommand('chat.undo', async () => {
    const key = $focusedChat.get()
    const text = await onFocused('chat.undo')
    if (key !== null && typeof text === 'string') composerOf(key)?.text.insert(text, 'block')
  })
  registerCommand('chat.branch', async () => {
    const key = await onFocused('chat.branch')
    if (typeof key === 'string') navigate(chatPath(key))
  })
  offerCommandWhen('chat.interrupt', () => facts()?.busy === true)
  for (const id of ['chat.undo', 'chat.branch']) offerCommandWhen(id, () => facts()?.busy === false && !isNew($focusedChat.get() ?? 'new:'))
}

/**
 * A new chat in the workspace, with the keyboard in its composer; one that nobody has touched is new enough.
 * @param {string} [key] of the one that it shall be
 */
export async function newChat(key) {
  // A tile may lie over the one that is new enough.
  if (!key && isUntouched()) navigate('/')
  else goToNewChat(key)
  await applyParts([])
  const input = document.querySelector('#workspace-page [data-slot="composer-input"]')
  if (input instanceof HTMLElement) input.focus({ preventScroll: true })
}

/** @param {Event} event @returns {HTMLElement | null} */
const newChatRow = ({ target }) => (target instanceof Element ? target.closest('a.hs-nav-row[href="#/"]') : null)

/** The keys are looked up when they are wanted: the user may change them, and a fragment of the row does not know them. @param {Event} event */
function nameKeys(event) {
  const row = newChatRow(event)
  if (!row) return
  const keys = hotkeyOf('session.new')
  const label = row.querySelector('.hs-nav-label')?.textContent ?? ''
  row.title = keys ? `${label} (${keys})` : label
}

function isUntouched() {
  const key = $primaryChat.get()
  if (pathOf(currentRoute()) !== '/' || key === null || !isNew(key)) return false
  return viewOf(key)?.filled === false && composerOf(key)?.isEmpty === true
}

/** @param {string} verb */
async function onFocused(verb) {
  const key = $focusedChat.get()
  return key === null ? undefined : channel.call(verb, { key })
}

const facts = () => $chats.get().get($focusedChat.get() ?? '')
