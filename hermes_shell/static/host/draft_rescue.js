/** A session that goes away while something is typed for it: the text goes on in a new chat (known fault 63). */
import { channel } from './channel.js'
import { goToNewChat } from './chat_routes.js'
import { isNew } from './chat_state.js'
import { prepareView } from './chat_views.js'
import { composerOf, madeComposerOf } from './composer_registry.js'
import { notify } from './toasts.js'

/** Chats that are being asked about. @type {Set<string>} */
const asking = new Set()

/** How long the new chat may take to be there, in milliseconds. */
const PATIENCE = 3_000

/** @param {import('./composer_view.js').ComposerView} composer */
export async function rescueDraft(composer) {
  const from = composer.key
  if (composer.isEmpty || isNew(from) || asking.has(from)) return
  const { text, chips, attachments } = composer.content
  asking.add(from)
  /** @type {string | null} */
  let key = null
  try {
    key = await channel.call('draft.rescue', { key: from, text, chips, attachments: attachments.map(({ id }) => id) })
  } catch (error) {
    console.warn(`the draft of ${from} stays where it is`, error)
  }
  // Without one it is still there: it has only left this window's list.
  if (key !== null) await goOn(composer, key, text)
  asking.delete(from)
}

/**
 * @param {import('./composer_view.js').ComposerView} composer of the chat that is gone
 * @param {string} key the new chat
 * @param {string} text what that has
 */
async function goOn(composer, key, text) {
  const about = { id: `rescued:${composer.key}`, kind: /** @type {const} */ ('warning'), title: 'The session was deleted', message: 'What you had typed is in a new chat.', durationMs: 0 }
  if (composerOf(composer.key) !== composer) {
    // It waits aside: whoever reads another chat stays there.
    empty(composer)
    notify({ ...about, action: { label: 'Show', onClick: () => goToNewChat(key) } })
    return
  }
  prepareView(key)
  await madeComposerOf(key)?.restored
  const hadFocus = composer.text.hasFocus
  const mounted = whenMounted(key)
  goToNewChat(key)
  notify({ ...about, action: { label: 'Undo', onClick: () => composerOf(key)?.text.set('') } })
  const next = await mounted
  if (next) takeOver(composer, next, text, hadFocus)
  else if (composer.text.text === text) empty(composer) // nobody shows the new chat, which has the text
}

/** @param {import('./composer_view.js').ComposerView} composer */
function empty(composer) {
  composer.text.set('')
  composer.files.dispose()
}

/**
 * The composer of a chat as soon as it stands in the page, before the next key comes; null where it took too long.
 * @param {string} key @returns {Promise<import('./composer_view.js').ComposerView | null>}
 */
function whenMounted(key) {
  return new Promise((resolve) => {
    const end = () => (clearTimeout(timer), watch.disconnect(), resolve(composerOf(key)))
    const watch = new MutationObserver(() => composerOf(key) && end())
    const timer = setTimeout(end, PATIENCE)
    watch.observe(document.body, { childList: true, subtree: true })
  })
}

/**
 * Typing goes on in the new chat: what was typed until that was there comes along, and so does the focus.
 * @param {import('./composer_view.js').ComposerView} from
 * @param {import('./composer_view.js').ComposerView} to
 * @param {string} rescued what the new chat has
 * @param {boolean} hadFocus
 */
function takeOver(from, to, rescued, hadFocus) {
  const { text, chips } = from.content
  const { activeElement } = document
  const isFree = activeElement === document.body || activeElement?.id === 'workspace-page' || from.text.hasFocus
  if (to.text.text === rescued && text !== rescued) to.text.set(text, chips)
  empty(from)
  if (hadFocus && isFree) to.text.focusEnd()
}
