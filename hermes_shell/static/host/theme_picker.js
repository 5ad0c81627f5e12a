/** `<hermes-themes>`: the mode, and every theme that is known in this window, the built-in ones and those of plugins. */
import { THEMES_AREA } from '../sdk/areas.js'
import { $chosen, storeChoice } from '../sdk/theme.js'
import { DEFAULT_THEME, themesWithSource } from '../sdk/theme_catalogue.js'
import { codicon, element } from './elements.js'
import { moveInGroup } from './radio_group.js'
import { registry } from './registry.js'
import { sourceName } from './sources.js'
import { absentThemeCard, themeCard } from './theme_card.js'
import { notifyError } from './toasts.js'

/** @type {readonly [import('../sdk/theme.js').Mode, string, string][]} */
const MODES = [
  ['light', 'Light', 'lightbulb'],
  ['dark', 'Dark', 'color-mode'],
  ['system', 'System', 'device-desktop'],
]

class HermesThemes extends HTMLElement {
  /** @type {(() => void)[]} */
  stops = []

  connectedCallback() {
    this.addEventListener('click', this.onClick)
    this.addEventListener('keydown', this.onKey)
    const heading = element('h2', { id: 'themes-heading' }, 'Theme')
    const modes = element('div', { role: 'radiogroup', 'data-slot': 'segmented-control', 'aria-label': 'Mode' })
    modes.append(...MODES.map(([mode, label, icon]) => element('button', { type: 'button', role: 'radio', 'data-mode': mode }, codicon(icon), label)))
    this.replaceChildren(
      element('div', { class: 'hs-themes-head' }, heading, element('span', { class: 'hs-grow' }), modes),
      element('div', { class: 'hs-themes-grid', role: 'radiogroup', 'aria-labelledby': 'themes-heading' }),
    )
    this.stops = [$chosen.subscribe(() => this.paint()), registry.subscribe(THEMES_AREA, () => this.paint())]
  }

  disconnectedCallback() {
    this.removeEventListener('click', this.onClick)
    this.removeEventListener('keydown', this.onKey)
    for (const stop of this.stops) stop()
    this.stops = []
  }

  paint() {
    const { name, mode } = $chosen.get()
    for (const option of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll('[data-mode]'))) {
      option.setAttribute('aria-checked', String(option.dataset.mode === mode))
      option.tabIndex = option.dataset.mode === mode ? 0 : -1
    }
    const grid = /** @type {HTMLElement} */ (this.querySelector('.hs-themes-grid'))
    const focused = document.activeElement instanceof HTMLElement && grid.contains(document.activeElement) ? document.activeElement.dataset.themeName : null
    const known = themesWithSource()
    const cards = known.map(({ theme, source }) => themeCard(theme, sourceName(source), theme.name === name))
    if (!known.some(({ theme }) => theme.name === name)) {
      const painted = known.find(({ theme }) => theme.name === DEFAULT_THEME)
      cards.push(absentThemeCard(name, painted?.theme.label ?? DEFAULT_THEME))
    }
    for (const card of cards) card.tabIndex = card.getAttribute('aria-checked') === 'true' ? 0 : -1
    grid.replaceChildren(...cards)
    if (focused) cards.find((card) => card.dataset.themeName === focused)?.focus({ preventScroll: true })
  }

  /** @param {MouseEvent} event */
  onClick = (event) => {
    const radio = event.target instanceof Element ? event.target.closest('[role="radio"]') : null
    if (radio instanceof HTMLElement) this.choose(radio)
  }

  /** @param {KeyboardEvent} event */
  onKey = (event) => {
    const radio = moveInGroup(event)
    if (radio) this.choose(radio)
  }

  /** @param {HTMLElement} radio */
  choose(radio) {
    const { mode, themeName } = radio.dataset
    const now = $chosen.get()
    /** @type {Partial<import('../sdk/theme.js').Choice>} */
    const change = mode ? { mode: /** @type {import('../sdk/theme.js').Mode} */ (mode) } : { name: themeName }
    if (change.mode === now.mode || change.name === now.name) return
    storeChoice(change).catch((error) => notifyError(error, 'The theme holds in this window only, it could not be kept'))
  }
}

customElements.define('hermes-themes', HermesThemes)
