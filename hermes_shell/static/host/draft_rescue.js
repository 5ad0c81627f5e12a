/** A session that goes away while something is typed for it: the text goes on in a new chat (known fault 63). */
import { channel } from './channel.js'
import { goToNewChat } from './chat_routes.js'
import { isNew } from './chat_state.js'
import { composerOf } from './composer_registry.js'
import { notify } from './toasts.js'

/** @param {import('./composer_view.js').ComposerView} composer */
export async function rescueDraft(composer) {
  const { content } = composer
  if (composer.isEmpty || isNew(composer.key)) return
  const { text, chips, attachments } = content
  const from = composer.key
  const key = await channel.call('draft.rescue', { key: from, text, chips, attachments: attachments.map(({ id }) => id) })
  composer.text.set('')
  composer.draft.changed()
  goToNewChat(key)
  notify({
    id: `rescued:${from}`, kind: 'warning', title: 'The session was deleted', message: 'What you had typed is in a new chat.', durationMs: 0,
    action: { label: 'Undo', onClick: () => composerOf(key)?.text.set('') },
  })
}
