/** What stands in a chat's place while it has no messages, and the line above its composer while nobody answers. */
import { isNew } from './chat_state.js'

/** How long a chat may open before its place says so. */
const PATIENCE_MS = 150

/**
 * @typedef {object} Shown
 * @property {string} key
 * @property {import('./chat_state.js').ChatFacts | undefined} facts
 * @property {{ state: string, kind: string, label: string, fault: string | null }} gateway
 * @property {boolean} filled it has messages
 * @property {boolean} settled the server has answered
 * @property {boolean} gone it was deleted, or the gateway does not know it
 */

/** @type {WeakMap<HTMLElement, string>} what an element says now */
const said = new WeakMap()

/**
 * @param {HTMLElement} place
 * @param {Shown} shown
 */
export function drawNotice(place, shown) {
  const kind = kindOf(shown)
  const news = JSON.stringify([kind, shown.key, shown.facts?.fault, shown.gateway])
  if (said.get(place) === news) return
  said.set(place, news)
  place.dataset.kind = kind
  place.hidden = kind === 'none'
  const words = kind === 'none' ? [] : VIEWS[kind](shown)
  const form = place.querySelector(':scope > hermes-first-run')
  if (kind !== 'new') place.replaceChildren(...words)
  else if (form) {
    // Somebody may be filling it in.
    for (const one of [...place.children]) if (one !== form) one.remove()
    form.before(...words)
  } else place.replaceChildren(...words, Object.assign(node('hermes-first-run'), { className: 'hs-chat-first' }))
}

/** @param {Shown} shown @returns {'none' | 'new' | 'gone' | 'fault' | 'closed' | 'opening' | 'empty'} */
function kindOf({ key, facts, gateway, filled, settled, gone }) {
  if (filled) return 'none'
  if (isNew(key)) return 'new'
  if (gone) return 'gone'
  if (gateway.state !== 'open') return 'closed'
  if (facts?.fault) return 'fault'
  if (!settled || !facts?.loaded) return 'opening'
  return 'empty'
}

/** @type {Record<string, (shown: Shown) => Node[]>} */
const VIEWS = {
  new: ({ gateway }) => [
    node('h2', 'What shall Hermes do?'),
    node('p', 'Type below. / lists commands, @ adds a file.'),
    ...closedLine(gateway),
  ],
  gone: () => [node('h2', 'This chat is not there any more'), node('p', 'It was deleted, or belongs to another home of Hermes.'), actions(link('New chat', '#/'))],
  fault: ({ key, facts }) => [node('h2', 'This chat could not be opened'), node('p', facts?.fault ?? ''), actions(verb('Try again', 'chat.retry', { key }))],
  closed: ({ gateway }) =>
    gateway.state === 'connecting'
      ? [patient('Connecting to Hermes…')]
      : [
          node('h2', 'The messages are not here'),
          node('p', `${gateway.fault ?? 'No gateway is connected.'} They appear once a gateway is connected. What you write below is kept.`),
          ways(gateway),
        ],
  opening: () => [patient('Opening the chat…')],
  empty: () => [node('p', 'No message yet.')],
}

/** @param {Shown['gateway']} gateway */
function closedLine(gateway) {
  if (gateway.state === 'open') return gateway.label ? [Object.assign(node('p', gateway.label), { className: 'hs-chat-gateway' })] : []
  if (gateway.state === 'connecting') return [patient('Connecting to Hermes…')]
  return [node('p', `${gateway.fault ?? 'No gateway is connected.'} What you send waits until a gateway is connected.`), ways(gateway)]
}

/** What helps: there is nothing to connect to again where nothing was chosen. @param {Shown['gateway']} gateway */
function ways({ kind }) {
  const again = kind === 'none' ? [] : [verb('Connect again', 'gateway.restart', {})]
  return actions(...again, link('Gateway settings', '#/settings?tab=gateway'))
}

/** @param {string} tag @param {string} [text] */
function node(tag, text = '') {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

/** Says something only when it takes a while. @param {string} text */
function patient(text) {
  const made = node('p', text)
  made.className = 'hs-chat-opening'
  made.setAttribute('role', 'status')
  made.hidden = true
  setTimeout(() => (made.hidden = false), PATIENCE_MS)
  return made
}

/** @param {...HTMLElement} controls */
function actions(...controls) {
  const made = node('p')
  made.className = 'hs-chat-actions'
  made.append(...controls)
  return made
}

/** @param {HTMLElement} control @param {string} text */
function dressed(control, text) {
  control.textContent = text
  Object.assign(control.dataset, { slot: 'button', variant: 'outline', size: 'default' })
  return control
}

/** @param {string} text @param {string} href */
const link = (text, href) => dressed(Object.assign(document.createElement('a'), { href }), text)

/** @param {string} text @param {string} name @param {object} args */
function verb(text, name, args) {
  const button = dressed(Object.assign(document.createElement('button'), { type: 'button' }), text)
  button.dataset.verb = name
  button.dataset.args = JSON.stringify(args)
  return button
}
