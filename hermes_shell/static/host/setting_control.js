/**
 * `<hermes-setting key kind>`: one setting of the shell. The server prints its control as it stands first; from then on the control
 * belongs to the page: it shows the setting of now, and a change takes effect at once. What the server refuses is said below it.
 */
import { messageOf } from './errors.js'
import { onPreference, preference, setPreference } from './preferences.js'
import { moveInGroup } from './radio_group.js'
import { stepZoom } from './zoom.js'
import { getSetting, isShared, storeSetting, subscribeSetting } from '../sdk/settings.js'

/** A text is stored when the typing pauses for this long. */
const PAUSE_MS = 400

class HermesSetting extends HTMLElement {
  /** @type {(() => void) | null} */
  stop = null
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  typing = undefined

  connectedCallback() {
    this.addEventListener('click', this.onClick)
    this.addEventListener('keydown', this.onKey)
    this.addEventListener('input', this.onInput)
    this.addEventListener('change', this.onInput)
    this.stop = (isShared(this.key) ? subscribeSetting : onPreference)(this.key, (value) => this.paint(value))
  }

  disconnectedCallback() {
    if (this.typing !== undefined) this.storeText()
    this.stop?.()
    this.removeEventListener('click', this.onClick)
    this.removeEventListener('keydown', this.onKey)
    this.removeEventListener('input', this.onInput)
    this.removeEventListener('change', this.onInput)
  }

  get key() {
    return this.getAttribute('key') ?? ''
  }

  /** @param {any} value */
  paint(value) {
    this.querySelector('[role="switch"]')?.setAttribute('aria-checked', String(value))
    for (const option of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll('[role="radio"]'))) {
      option.setAttribute('aria-checked', String(option.dataset.value === value))
      option.tabIndex = option.dataset.value === value ? 0 : -1
    }
    const percent = this.querySelector('[data-step] > [data-value]')
    if (percent) percent.textContent = String(value)
    const input = this.querySelector('input')
    if (input && document.activeElement !== input) input.value = String(value)
    const count = this.querySelector('[data-count]')
    if (count) count.textContent = value.length === 0 ? 'Nothing is hidden' : `${value.length} hidden`
    const show = this.querySelector('[data-show]')
    if (show instanceof HTMLButtonElement) show.disabled = value.length === 0
  }

  /** @param {MouseEvent} event */
  onClick = (event) => {
    const control = event.target instanceof Element ? event.target.closest('button') : null
    if (!control) return
    const { value, step, show } = control.dataset
    if (control.getAttribute('role') === 'switch') this.store(!(isShared(this.key) ? getSetting : preference)(this.key))
    else if (value !== undefined) this.store(value)
    else if (show !== undefined) this.store([])
    else if (step === '0') this.store(100)
    else if (step !== undefined) this.follow(stepZoom(step === '1' ? 1 : -1))
  }

  /** @param {KeyboardEvent} event */
  onKey = (event) => {
    if (event.target instanceof HTMLInputElement && event.key === 'Enter') this.storeText()
    const option = moveInGroup(event)
    if (option?.dataset.value !== undefined) this.store(option.dataset.value)
  }

  /** @param {Event} event */
  onInput = (event) => {
    if (!(event.target instanceof HTMLInputElement)) return
    clearTimeout(this.typing)
    if (event.type === 'change' || event.target.type === 'range') this.storeText()
    else this.typing = setTimeout(() => this.storeText(), PAUSE_MS)
  }

  storeText() {
    clearTimeout(this.typing)
    this.typing = undefined
    const input = this.querySelector('input')
    if (input) this.store(input.type === 'range' ? input.valueAsNumber : input.value.trim())
  }

  /** @param {unknown} value */
  store(value) {
    this.follow((isShared(this.key) ? storeSetting : setPreference)(this.key, value))
  }

  /** Says what became of a change. @param {Promise<unknown> | undefined} stored */
  follow(stored) {
    stored?.then(
      () => this.say(''),
      (error) => this.say(`This could not be kept: ${messageOf(error)}`),
    )
  }

  /** @param {string} message empty takes it away */
  say(message) {
    const input = this.querySelector('input')
    if (message) input?.setAttribute('aria-invalid', 'true')
    else input?.removeAttribute('aria-invalid')
    let line = this.querySelector('.hs-setting-error')
    if (!line && !message) return
    if (!line) {
      line = document.createElement('p')
      line.className = 'hs-setting-error'
      line.setAttribute('role', 'alert')
      this.append(line)
    }
    line.textContent = message
  }
}

customElements.define('hermes-setting', HermesSetting)
