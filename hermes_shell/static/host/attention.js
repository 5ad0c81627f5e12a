/**
 * Calls the user when the agent asks or is done: a tone where the server wants one here, a sentence for screen readers, and the way from a
 * notification to its chat.
 */
import { channel } from './channel.js'
import { element } from './elements.js'
import { islands } from './islands.js'
import { openChat } from './question_chat.js'
import { $questions } from './question_queue.js'
import { notifyError } from './toasts.js'

/** Follows the server. Call once. */
export function startAttention() {
  channel.on('attention', async ({ tone, open }) => {
    if (open) openChat(open).catch((error) => notifyError(error, 'The chat could not be opened'))
    if (tone) await import('./attention_tone.js').then(({ playTone }) => playTone(tone)).catch((error) => console.warn('no tone', error))
  })
  const spoken = element('div', { class: 'sr-only', 'aria-live': 'assertive', 'data-questions-spoken': '' })
  islands().append(spoken)
  let known = new Set()
  $questions.listen((questions) => {
    const fresh = questions.filter(({ id }) => !known.has(id))
    known = new Set(questions.map(({ id }) => id))
    if (fresh.length > 0) spoken.textContent = fresh.map(({ chat, title }) => `${chat}: ${title}`).join(' ')
    else if (questions.length === 0) spoken.textContent = ''
  })
}
