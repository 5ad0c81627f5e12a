/** Which gateway answers now, why it is that one, and what is wrong with it. */
import { channel } from './channel.js'
import { element } from './elements.js'
import { notifyError } from './toasts.js'

/** @typedef {import('./gateway_state.js').GatewayFacts} GatewayFacts */
/** @typedef {import('./settings_gateway.js').GatewaySettings} GatewaySettings */

/** Shape of a state. @type {Record<string, string>} */
const TONES = { open: 'good', connecting: 'busy', closed: 'bad', idle: 'muted' }
/** @type {Record<string, string>} */
const STATES = { open: 'Connected', connecting: 'Connecting…', closed: 'Not connected', idle: 'Not connected' }
/** @type {Record<string, string>} */
const KINDS = { child: 'The agent on this machine', remote: 'A gateway at a URL', embedded: 'The built-in gateway', none: 'No gateway' }

/**
 * @param {GatewayFacts} facts
 * @param {GatewaySettings | null} settings null while they are not there
 * @returns {Node[]}
 */
export function nowView(facts, settings) {
  const { state, kind, label, fault } = facts
  const trouble = fault ?? settings?.fault
  const restart = element('button', { type: 'button', 'data-slot': 'button', 'data-variant': 'outline' }, kind === 'child' ? 'Restart' : 'Connect again')
  restart.addEventListener('click', () => {
    restart.setAttribute('aria-busy', 'true')
    channel.call('gateway.restart', {}).catch((error) => notifyError(error, 'The gateway could not be restarted')).finally(() => restart.removeAttribute('aria-busy'))
  })
  return [
    element('span', { 'data-slot': 'status-dot', 'data-tone': TONES[state] ?? 'muted', 'aria-hidden': 'true' }),
    element(
      'div',
      { class: 'hs-setting-text' },
      element('p', { class: 'hs-gateway-name' }, `${label || KINDS[kind]} · ${STATES[state] ?? state}`),
      element('p', {}, reasonOf(facts, settings)),
      ...(trouble ? [element('p', { class: 'hs-setting-error', role: 'alert' }, trouble)] : []),
    ),
    ...(kind === 'none' ? [] : [restart]),
  ]
}

/** @param {GatewayFacts} facts @param {GatewaySettings | null} settings */
function reasonOf({ kind }, settings) {
  if (!settings) return ''
  if (settings.option !== 'auto') return `This start was told so by --gateway ${settings.option}; the choice below counts from the next start.`
  if (settings.mode !== 'auto') return 'You chose it.'
  if (kind === 'child') return `Taken by itself: ${settings.agent_found ?? 'an agent'} was found on this machine.`
  return 'Taken by itself: no Hermes agent was found on this machine.'
}
