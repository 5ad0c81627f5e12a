/** Above the list of shortcuts: how many there are, which of them show, and the way back to the defaults. */
import { element } from './elements.js'
import { $overrides } from './keybinds.js'

/** @typedef {import('./shortcut_facts.js').Shortcut} Shortcut */

/** @type {Record<string, (shortcut: Shortcut) => boolean>} */
const KINDS = { changed: ({ changed }) => changed, conflict: ({ combos }) => combos.some(({ sharing }) => sharing !== null) }

/**
 * @param {{ changed: () => void, resetAll: () => void }} doors
 */
export function shortcutTools({ changed, resetAll }) {
  /** @type {string | null} */
  let only = null
  const count = element('span', { class: 'hs-shortcuts-count', role: 'status' })
  const reset = /** @type {HTMLButtonElement} */ (element('button', { type: 'button', 'data-slot': 'button', 'data-variant': 'outline' }, 'Reset all'))
  const filters = Object.keys(KINDS).map((kind) => {
    const button = element('button', { type: 'button', class: 'hs-shortcuts-only', 'data-kind': kind, 'aria-pressed': 'false' })
    button.addEventListener('click', () => {
      only = only === kind ? null : kind
      changed()
    })
    return button
  })
  const hint = element('span', { class: 'hs-shortcuts-hint' }, '↑ ↓ move, Enter records, Delete removes')
  const line = element('div', { class: 'hs-shortcuts-line' }, count, ...filters, element('span', { class: 'hs-grow' }), hint)
  reset.addEventListener('click', resetAll)

  return {
    line,
    reset,
    /** @param {Shortcut} shortcut */
    shows: (shortcut) => only === null || KINDS[only](shortcut),
    /** @param {readonly Shortcut[]} all @param {readonly Shortcut[]} found */
    tell(all, found) {
      count.textContent = found.length === all.length ? `${all.length} actions` : found.length === 0 ? 'No shortcut matches.' : `${found.length} of ${all.length}`
      for (const button of filters) {
        const kind = button.dataset.kind ?? ''
        const many = all.filter(KINDS[kind]).length
        button.textContent = kind === 'changed' ? `${many} changed` : many === 1 ? '1 conflict' : `${many} conflicts`
        button.hidden = many === 0 && only !== kind
        button.setAttribute('aria-pressed', String(only === kind))
      }
      // Also where only plugins that are away have keys of the user.
      reset.disabled = Object.keys($overrides.get()).length === 0
    },
  }
}
