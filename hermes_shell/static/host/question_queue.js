/**
 * The queue of the agent's questions: over all sessions, the oldest first, above the status bar. It opens by its count there and by a
 * shortcut, and closes when nothing waits any more.
 */
import { atom } from '../vendor/nanostores.js'
import { channel } from './channel.js'
import { offerCommandWhen, registerCommand } from './commands.js'
import { codicon, element } from './elements.js'
import { islands } from './islands.js'
import { noteReturn } from './returning_focus.js'
import { openChat } from './question_chat.js'
import { notify, notifyError } from './toasts.js'
import './question_card.js'

/**
 * @typedef {{ id: string, kind: string, key: string, chat: string, title: string, command: string, choices: string[], deadline: number }} Question
 * @typedef {{ panel: HTMLElement, list: HTMLElement, giveBack: () => void }} Queue
 */

/** The open questions, the oldest first. */
export const $questions = atom(/** @type {readonly Question[]} */ ([]))

/** @type {Queue | null} */
let queue = null
let turn = 0

/** Follows the server's list and offers the command. Call once. */
export function startQuestions() {
  channel.on('questions', ({ questions }) => $questions.set(questions))
  $questions.listen((questions) => {
    if (queue) refresh(queue, questions.length).catch(failed)
  })
  registerCommand('questions.open', () => (queue ? close() : open()))
  offerCommandWhen('questions.open', () => $questions.get().length > 0)
}

async function open() {
  if ($questions.get().length === 0) return void notify({ kind: 'info', message: 'The agent asks nothing now' })
  const giveBack = noteReturn()
  const list = element('div', { class: 'hs-queue-list' })
  const shut = element('button', { type: 'button', class: 'hs-icon-button', 'aria-label': 'Close the questions' }, codicon('close'))
  const panel = element(
    'section',
    { class: 'hs-queue', role: 'dialog', 'aria-label': 'Questions of the agent', tabindex: '-1' },
    element('header', { class: 'hs-queue-head' }, element('h2', {}, 'Waiting for you'), element('span', { class: 'hs-grow' }), shut),
    list,
  )
  queue = { panel, list, giveBack }
  shut.addEventListener('click', close)
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  })
  document.addEventListener('pointerdown', outside, true)
  try {
    await refresh(queue, -1)
  } catch (error) {
    close()
    return void failed(error)
  }
  if (queue?.panel !== panel) return
  islands().append(panel)
  place(panel)
  focusFirst(panel)
}

/** @param {unknown} error */
const failed = (error) => notifyError(error, 'The questions could not be shown')

/** @param {PointerEvent} event */
function outside(event) {
  if (queue && event.target instanceof Node && !queue.panel.contains(event.target)) {
    if (event.target instanceof Element && event.target.closest('[data-cid$="questions"], [cid$="questions"]')) return
    close()
  }
}

function close() {
  if (!queue) return
  const { panel, giveBack } = queue
  const inside = panel.contains(document.activeElement)
  queue = null
  document.removeEventListener('pointerdown', outside, true)
  panel.remove()
  if (inside) giveBack()
}

/**
 * Cards that stay are left alone, with the focus and what is typed in them.
 * @param {Queue} shown @param {number} count
 */
async function refresh(shown, count) {
  if (count === 0) return close()
  const mine = ++turn
  const cards = /** @type {{ id: string, html: string }[]} */ (await channel.call('questions.cards', {}))
  if (mine !== turn || queue !== shown) return
  if (cards.length === 0) return close()
  const standing = new Map([...shown.list.children].map((one) => [one.getAttribute('data-queued') ?? '', one]))
  const gone = [...standing].filter(([id]) => !cards.some((card) => card.id === id)).map(([, one]) => one)
  const working = gone.some((one) => one.contains(document.activeElement))
  for (const one of gone) one.remove()
  for (const { id, html } of cards) if (!standing.has(id)) shown.list.append(cardOf(html))
  if (working) focusFirst(shown.list)
}

/** @param {HTMLElement} inside */
function focusFirst(inside) {
  const card = inside.querySelector('hermes-question')
  if (card instanceof HTMLElement) card.focus()
}

/** @param {string} html of the server's template */
function cardOf(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  const card = /** @type {HTMLElement} */ (template.content.firstElementChild)
  const way = /** @type {HTMLElement | null} */ (card.querySelector('[data-open-chat]'))
  way?.addEventListener('click', () => {
    close()
    openChat(way.dataset.openChat ?? '', card.dataset.queued).catch((error) => notifyError(error, 'The chat could not be opened'))
  })
  return card
}

/** Above its count in the status bar, where that is shown. @param {HTMLElement} panel */
function place(panel) {
  const chip = document.querySelector('[data-region="statusbar"] hermes-slot[cid$="questions"] .hs-chip')
  const left = chip?.getBoundingClientRect().left ?? 8
  panel.style.setProperty('--hs-queue-left', `${Math.round(left)}px`)
}
