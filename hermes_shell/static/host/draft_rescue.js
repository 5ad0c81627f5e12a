/** A session that goes away while something is typed for it: the text goes on in a new chat (known fault 63). */
import { channel } from './channel.js'
import { goToNewChat } from './chat_routes.js'
import { isNew } from './chat_state.js'
import { composerOf } from './composer_registry.js'
import { notify } from './toasts.js'

/** Chats that are being asked about. @type {Set<string>} */
const asking = new Set()

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
  asking.delete(from)
  // Without one it is still there: it has only left this window's list.
  if (key === null) return
  composer.text.set('')
  composer.files.dispose()
  goToNewChat(key)
  notify({
    id: `rescued:${from}`, kind: 'warning', title: 'The session was deleted', message: 'What you had typed is in a new chat.', durationMs: 0,
    action: { label: 'Undo', onClick: () => composerOf(key)?.text.set('') },
  })
}
