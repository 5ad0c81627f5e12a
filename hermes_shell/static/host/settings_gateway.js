/**
 * `<hermes-gateway-settings>`: which gateway answers here and why, and the choice of another one. Secrets are only ever written: a field that
 * is left empty keeps what is stored.
 */
import { channel } from './channel.js'
import { element } from './elements.js'
import { messageOf } from './errors.js'
import { $gateway } from './gateway_state.js'
import { connectFields, field, secretField } from './settings_gateway_fields.js'
import { nowView } from './settings_gateway_now.js'

/**
 * @typedef {object} GatewaySettings what the server tells of the choice, without URL, token and key
 * @property {'auto' | 'child' | 'remote' | 'embedded'} mode
 * @property {boolean} chosen
 * @property {string} option what the start asked for; `auto` as a rule, anything else counts instead of the choice
 * @property {boolean} url_set
 * @property {string} host of the URL
 * @property {boolean} token_set
 * @property {string} command
 * @property {string | null} agent_found
 * @property {{ base_url: string, model: string, api_key_set: boolean }} model
 * @property {string | null} fault why the stored choice cannot be read
 */

/** @typedef {{ body: readonly Node[], values: () => Record<string, unknown> }} Part what belongs to one mode */

const MODES = [
  { id: 'auto', title: 'Automatic', text: 'The Hermes agent of this machine, else the built-in gateway.' },
  { id: 'child', title: 'Agent on this machine', text: 'Started and ended by this program.' },
  { id: 'remote', title: 'Gateway at a URL', text: 'An agent that runs elsewhere, with its session token.' },
  { id: 'embedded', title: 'Built-in', text: 'No tools. It answers through a model server of yours, or as a demo without one.' },
]

class HermesGatewaySettings extends HTMLElement {
  /** @type {(() => void) | null} */
  stop = null
  /** @type {GatewaySettings | null} */
  settings = null
  now = element('section', { class: 'hs-gateway-now', 'aria-label': 'Now', 'aria-live': 'polite' })
  form = element('form', { class: 'hs-gateway-form' })
  modes = /** @type {HTMLFieldSetElement} */ (element('fieldset', { class: 'hs-gateway-modes' }))
  submit = element('button', { type: 'submit', 'data-slot': 'button', 'data-variant': 'default' }, 'Save and connect')
  said = element('span', { class: 'hs-gateway-said', role: 'status' })
  /** @type {Map<string, Part>} */
  parts = new Map()

  connectedCallback() {
    this.replaceChildren(this.now, this.form)
    this.form.addEventListener('submit', this.onSubmit)
    this.form.addEventListener('change', this.onChange)
    this.stop = $gateway.subscribe(() => this.paintNow())
    void this.load()
  }

  disconnectedCallback() {
    this.stop?.()
    this.form.removeEventListener('submit', this.onSubmit)
    this.form.removeEventListener('change', this.onChange)
  }

  async load() {
    try {
      this.settings = /** @type {GatewaySettings} */ (await channel.call('gateway.settings', {}))
      this.paintNow()
      this.build(this.settings)
    } catch (error) {
      this.form.replaceChildren(element('p', { class: 'hs-setting-error', role: 'alert' }, `The choice could not be read: ${messageOf(error)}`))
    }
  }

  paintNow() {
    const focused = this.now.contains(document.activeElement)
    this.now.replaceChildren(...nowView($gateway.get(), this.settings))
    if (focused) this.now.querySelector('button')?.focus()
  }

  /** @param {GatewaySettings} settings */
  build(settings) {
    this.parts = partsOf(settings)
    const rows = MODES.map((mode) => this.row(mode, settings))
    this.modes.replaceChildren(element('legend', {}, 'Gateway'), ...rows)
    if (!this.modes.isConnected) this.form.replaceChildren(this.modes, element('div', { class: 'hs-gateway-actions' }, this.submit, this.said))
    this.onChange()
  }

  /** @param {{ id: string, title: string, text: string }} mode @param {GatewaySettings} settings */
  row({ id, title, text }, settings) {
    const radio = element('input', { type: 'radio', name: 'mode', value: id, checked: settings.mode === id ? '' : null, 'aria-labelledby': `gateway-mode:${id}`, 'aria-describedby': `gateway-about:${id}` })
    const about = id === 'child' && !settings.agent_found ? `${text} None was found here.` : text
    const body = this.parts.get(id)?.body ?? []
    return element(
      'div',
      { class: 'hs-gateway-mode', 'data-mode': id },
      element('label', {}, radio, element('span', { class: 'hs-setting-label', id: `gateway-mode:${id}` }, title), element('span', { class: 'hs-gateway-about', id: `gateway-about:${id}` }, about)),
      ...(body.length > 0 ? [element('div', { class: 'hs-gateway-fields' }, ...body)] : []),
    )
  }

  get mode() {
    return this.modes.querySelector('input:checked')?.getAttribute('value') ?? 'auto'
  }

  onChange = () => {
    for (const row of this.form.querySelectorAll('.hs-gateway-mode')) row.toggleAttribute('data-chosen', row.getAttribute('data-mode') === this.mode)
  }

  /** @param {Event} event */
  onSubmit = async (event) => {
    event.preventDefault()
    if (this.modes.disabled) return
    const mode = this.mode
    const values = this.parts.get(this.mode)?.values() ?? {}
    this.say('Saving…')
    // What is saved is shown anew: nobody shall choose something else meanwhile, and a field that goes must not take the focus along.
    if (this.modes.contains(document.activeElement)) this.submit.focus()
    this.modes.disabled = true
    this.submit.setAttribute('aria-busy', 'true')
    try {
      await channel.call('gateway.configure', { mode, ...values })
      await this.load()
      this.say(this.settings?.option === 'auto' ? 'Saved' : 'Saved. It counts from the next start.')
    } catch (error) {
      this.say(messageOf(error), true)
    } finally {
      this.modes.disabled = false
      this.submit.removeAttribute('aria-busy')
    }
  }

  /** @param {string} text @param {boolean} [bad] */
  say(text, bad = false) {
    this.said.textContent = text
    this.said.toggleAttribute('data-bad', bad)
  }
}

/** @param {GatewaySettings} settings @returns {Map<string, Part>} */
function partsOf(settings) {
  const command = field('Program', { value: settings.command, placeholder: settings.agent_found ?? 'hermes' }, 'Empty = the one that is found.')
  const connect = connectFields({ urlSet: settings.url_set, host: settings.host, tokenSet: settings.token_set })
  const base = field('Model server', { value: settings.model.base_url, placeholder: 'https://host.example/v1', inputmode: 'url' }, 'An OpenAI-compatible URL. Empty = the demo model.')
  const key = secretField('Key', settings.model.api_key_set)
  const model = field('Model', { value: settings.model.model, placeholder: 'as the server calls it' })
  return new Map(
    /** @type {[string, Part][]} */ ([
      ['child', { body: [command.element], values: () => ({ command: command.value() }) }],
      ['remote', { body: [connect.element], values: connect.values }],
      ['embedded', { body: [base.element, key.element, model.element], values: () => ({ model: { base_url: base.value(), model: model.value(), ...key.values('api_key') } }) }],
    ]),
  )
}

customElements.define('hermes-gateway-settings', HermesGatewaySettings)
