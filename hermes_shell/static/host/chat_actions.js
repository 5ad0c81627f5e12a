/** What the buttons of a conversation do: one listener for all of them, by `data-chat-action`. */
import { channel } from './channel.js'
import { madeComposerOf } from './composer_registry.js'
import { writeClipboard } from './links.js'
import { chatPath } from './route_path.js'
import { navigate } from './router.js'
import { notifyError } from './toasts.js'
import { answerText, ownText } from './transcript_copy.js'
import { editMessage } from './transcript_edit.js'
import { loadOlder } from './transcript_view.js'

/** How long a copy button says that it has copied, in milliseconds. */
const COPIED = 1500

/** @typedef {{ button: HTMLElement, turn: HTMLElement | null, key: string }} Place */

/** @type {Record<string, (place: Place) => unknown>} */
const ACTIONS = {
  'show-all': ({ button }) => showAll(button),
  'copy-code': ({ button }) => copy(button, ownText(button.closest('.hs-code, .hs-step-text')?.querySelector('pre'))),
  copy: ({ button, turn }) => copy(button, ownText(turn?.querySelector('.hs-user-text > bdi'))),
  'copy-answer': ({ button, turn }) => copy(button, answerText(turn)),
  edit: ({ button, turn, key }) => turn && editMessage(turn, (text) => resend(key, Number(button.dataset.ordinal), text)),
  branch: async ({ button, key }) => {
    const made = await channel.call('chat.branch', { key, turn: button.dataset.message })
    if (typeof made === 'string') navigate(chatPath(made))
  },
  'try-again': ({ button, turn, key }) => resend(key, Number(button.dataset.ordinal), ownText(turn?.querySelector('.hs-user-text > bdi'))),
  'send-again': ({ button }) => channel.call('outbox.retry', { client_id: button.dataset.client }),
  unqueue: ({ button, key }) => takeBack(key, button.dataset.client),
  older: ({ button }) => loadOlder(button.closest('.hs-chat-scroll')),
}

/** Listens for the buttons. Call once. */
export function startChatActions() {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-chat-action]') : null
    if (!(button instanceof HTMLElement)) return
    const run = ACTIONS[button.dataset.chatAction ?? '']
    if (run) void doIt(run, button)
  })
}

/**
 * @param {(place: Place) => unknown} run
 * @param {HTMLElement} button
 */
async function doIt(run, button) {
  if (button.getAttribute('aria-busy') === 'true') return
  const turn = button.closest('.hs-turn')
  const list = button.closest('[data-list^="chat:"]')
  const key = list instanceof HTMLElement ? (list.dataset.list ?? '').slice('chat:'.length) : ''
  button.setAttribute('aria-busy', 'true')
  try {
    await run({ button, turn: turn instanceof HTMLElement ? turn : null, key })
  } catch (error) {
    notifyError(error, `${button.title || button.textContent?.trim() || 'It'} failed`)
  } finally {
    button.setAttribute('aria-busy', 'false')
  }
}

/**
 * A prompt goes back into the composer of its chat. The server keeps it as the draft of this window until that composer says what it holds.
 *
 * @param {string} key @param {string | undefined} client
 */
async function takeBack(key, client) {
  const composer = madeComposerOf(key)
  await composer?.restored
  const { text, attachments } = await channel.call('chat.unqueue', { key, client_id: client })
  // One that has ended since shows the draft when its chat is opened again.
  if (!composer || madeComposerOf(composer.key) !== composer) return
  if (text !== '') composer.text.insert(text, 'block')
  composer.files.restore(attachments)
  composer.text.focusEnd()
}

/** @param {string} key @param {number} ordinal @param {string} text */
function resend(key, ordinal, text) {
  return channel.call('chat.resend', { key, ordinal, text })
}

/** Shows what waits beside a button, and takes the button away. @param {HTMLElement} button */
function showAll(button) {
  const block = button.closest('[data-long]') ?? button.parentElement?.querySelector(':scope > [data-long]')
  const waiting = button.previousElementSibling
  if (waiting instanceof HTMLElement && waiting.hidden) waiting.hidden = false
  for (const hidden of button.closest('.hs-diff')?.querySelectorAll('[hidden]') ?? []) /** @type {HTMLElement} */ (hidden).hidden = false
  block?.setAttribute('data-expanded', '')
  button.hidden = true
}

/** @param {HTMLElement} button @param {string} text */
async function copy(button, text) {
  if (!(await writeClipboard(text))) return
  const icon = button.querySelector('.codicon')
  icon?.classList.replace('codicon-copy', 'codicon-check')
  setTimeout(() => icon?.classList.replace('codicon-check', 'codicon-copy'), COPIED)
}
