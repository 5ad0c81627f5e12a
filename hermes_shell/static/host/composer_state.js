/** How a composer looks: what its buttons do now, and the line of hints below it. */
import { element } from './composer_parts.js'
import { comboLabel } from './composer_combos.js'

/** @typedef {ReturnType<typeof import('./composer_parts.js').composerParts>} Parts */

/**
 * @param {Parts} parts
 * @param {{ facts: import('./chat_state.js').ChatFacts | undefined, isEmpty: boolean, isSending: boolean, isNew: boolean }} now
 */
export function showState({ box, input, placeholder, send, stop }, { facts, isEmpty, isSending, isNew }) {
  const busy = facts?.busy === true
  const words = facts?.waiting ? 'Answer above, or write a message to queue' : busy ? 'Write a message to queue' : isNew ? 'Ask anything' : 'Write a message'
  if (placeholder.textContent !== words) placeholder.textContent = words
  placeholder.hidden = !isEmpty
  input.setAttribute('aria-placeholder', words)
  box.toggleAttribute('data-busy', busy)
  box.toggleAttribute('data-sending', isSending)
  stop.hidden = !busy
  // While a turn runs the one button stops it, until there is something to send.
  send.hidden = busy && isEmpty
  send.disabled = isEmpty || isSending
  const label = busy ? 'Send when the turn has ended' : 'Send'
  if (send.title !== label) send.setAttribute('aria-label', (send.title = label))
}

const WHILE_BUSY = { queue: 'queues', steer: 'steers', interrupt: 'interrupts' }

/** @param {Parts} parts @param {{ busy: boolean, focused: boolean, enter: 'queue' | 'steer' | 'interrupt' }} now */
export function showHints({ hints }, { busy, focused, enter }) {
  const rows = busy
    ? [['enter', WHILE_BUSY[enter]], ...(enter === 'queue' ? [] : [['mod+enter', 'queues']]), ['escape', 'stops']]
    : focused
      ? [['enter', 'sends'], ['shift+enter', 'new line'], ['@', 'mentions'], ['/', 'commands']]
      : []
  const text = JSON.stringify(rows)
  if (hints.dataset.shows === text) return
  hints.dataset.shows = text
  hints.replaceChildren(...rows.map(([combo, what]) => element('span', {}, [element('kbd', {}, [comboLabel(combo)]), ` ${what}`])))
}
