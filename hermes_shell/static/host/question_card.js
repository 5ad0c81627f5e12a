/**
 * `<hermes-question>`: a question of the agent, as the server prints it (`core/questions/card.html`): in its chat and in the queue.
 * Enter answers and Escape denies, but only while the focus is inside. What is typed goes to the agent, and is forgotten here.
 */
import { channel } from './channel.js'
import { messageOf } from './errors.js'
import { moveInGroup } from './radio_group.js'

/** What the call of an answer names it, by kind. @type {Record<string, string>} */
const NAMES = { approval: 'choice', clarify: 'answer', sudo: 'password', secret: 'value' }

/** Keys that answer. */
const ENDS = new Set(['Enter', 'Escape'])

class HermesQuestion extends HTMLElement {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  ticking = undefined
  sent = false

  connectedCallback() {
    this.addEventListener('click', this.onClick)
    this.addEventListener('keydown', this.onKey)
    this.addEventListener('input', this.onInput)
    this.ticking = setInterval(() => this.tick(), 1000)
    this.tick()
  }

  disconnectedCallback() {
    clearInterval(this.ticking)
    this.removeEventListener('click', this.onClick)
    this.removeEventListener('keydown', this.onKey)
    this.removeEventListener('input', this.onInput)
  }

  /** The kind of the question. */
  get kind() {
    return this.dataset.kind ?? ''
  }

  /** @returns {HTMLInputElement | HTMLTextAreaElement | null} */
  get field() {
    return this.querySelector('[data-text]')
  }

  tick() {
    const left = Math.max(0, Math.round(Number(this.dataset.deadline) - Date.now() / 1000))
    const clock = this.querySelector('[data-time]')
    if (!clock || !Number.isFinite(left)) return
    const what = this.kind === 'approval' ? 'Auto-deny in' : 'Goes on in'
    clock.textContent = left > 0 ? `${what} ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : 'The time is up'
  }

  /** @param {MouseEvent} event */
  onClick = (event) => {
    const control = event.target instanceof Element ? event.target.closest('button') : null
    if (!control) return
    if (control.dataset.choice !== undefined) this.choose(control)
    else if (control.dataset.deny !== undefined) this.deny()
    else if (control.dataset.answer !== undefined) void this.send(control.dataset.answer)
    else if (control.dataset.main !== undefined) this.answer()
  }

  /** @param {KeyboardEvent} event */
  onKey = (event) => {
    // Safari ends a composition before the Enter that ended it; its code says so.
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey) return
    const { target, key } = event
    const typing = target === this.field
    const digit = !typing && /^[1-9]$/.test(key) ? Number(key) - 1 : -1
    const moved = moveInGroup(event)
    if (moved) this.choose(moved)
    else if (event.repeat && ENDS.has(key)) {
      // The answer before has handed the focus on: a key that is held answers one question and not the next one too.
    } else if (key === 'Escape') this.deny()
    else if (key === 'Enter' && !event.shiftKey && !(target instanceof HTMLButtonElement && target.dataset.choice === undefined)) this.answer()
    else if (digit >= 0 && this.choices()[digit]) this.choose(this.choices()[digit])
    else if (digit >= 0 && digit === this.choices().length && this.kind === 'clarify') this.field?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** What is typed is another answer than those that are offered. */
  onInput = () => {
    if (this.choices().length > 0) this.choose(this.field?.value ? null : this.choices()[0], false)
  }

  /** @returns {HTMLElement[]} */
  choices() {
    return [...this.querySelectorAll('[data-choice]')].filter((one) => one instanceof HTMLElement)
  }

  /** @param {HTMLElement | null} wanted null = none of them @param {boolean} [focus] */
  choose(wanted, focus = true) {
    for (const choice of this.choices()) {
      choice.setAttribute('aria-checked', String(choice === wanted))
      choice.tabIndex = choice === (wanted ?? this.choices()[0]) ? 0 : -1
    }
    if (!focus || !wanted) return
    if (this.field) this.field.value = ''
    wanted.focus()
  }

  answer() {
    if (this.kind === 'approval') {
      const main = this.querySelector('[data-main]')
      if (main instanceof HTMLElement) void this.send(main.dataset.answer ?? '')
      return
    }
    const typed = this.kind === 'clarify' ? (this.field?.value.trim() ?? '') : (this.field?.value ?? '')
    const chosen = this.querySelector('[data-choice][aria-checked="true"]')
    const text = typed || (chosen instanceof HTMLElement ? (chosen.dataset.choice ?? '') : '')
    if (text) void this.send(text)
    else this.field?.focus()
  }

  /** An approval that offers no denial has none; everything else is skipped by an empty answer. */
  deny() {
    if (this.kind !== 'approval') void this.send('')
    else if (this.querySelector('[data-answer="deny"]')) void this.send('deny')
  }

  /** @param {string} text */
  async send(text) {
    if (this.sent) return
    this.mark(true)
    this.say('')
    try {
      await channel.call('question.answer', { id: this.dataset.question, [NAMES[this.kind] ?? 'answer']: text })
      if (this.field) this.field.value = ''
    } catch (error) {
      this.mark(false)
      this.say(messageOf(error))
    }
  }

  /** @param {boolean} sent */
  mark(sent) {
    this.sent = sent
    if (sent) this.setAttribute('aria-busy', 'true')
    else this.removeAttribute('aria-busy')
    for (const button of this.querySelectorAll('button')) button.setAttribute('aria-disabled', String(sent))
  }

  /** @param {string} message empty takes it away */
  say(message) {
    this.querySelector('.hs-question-error')?.remove()
    if (!message) return
    const line = document.createElement('p')
    line.className = 'hs-question-error'
    line.setAttribute('role', 'alert')
    line.textContent = message
    this.append(line)
  }
}

customElements.define('hermes-question', HermesQuestion)
