/** The field that takes the new keys of an action, in its row (rule K15). It goes when it loses the focus. */
import { captureKeys } from './capture_keys.js'
import { element } from './elements.js'
import { isolated } from './foreign_text.js'

const HINT = 'hs-recorder-hint'

/**
 * @param {string} label of the action
 * @param {string | null} replaced the keys that the new ones replace, as a person reads them; null adds
 * @param {(outcome: { combo: string } | 'unbind' | 'cancel') => void} end called once
 * @returns {{ field: HTMLElement, hint: HTMLElement, stop: () => void }}
 */
export function recorder(label, replaced, end) {
  const field = /** @type {HTMLInputElement} */ (
    element('input', {
      type: 'text', class: 'hs-recorder', readonly: '', 'aria-label': `Press the new keys for ${isolated(label)}`, 'aria-describedby': HINT,
      placeholder: 'Press the keys', autocomplete: 'off', spellcheck: 'false',
    })
  )
  const remove = replaced === null ? '' : `, Backspace removes ${replaced}`
  const hint = element('p', { class: 'hs-shortcut-problem', 'data-tone': 'muted', id: HINT },
    `Esc cancels${remove}. Keys that do not arrive here are kept by the browser or the desktop.`)
  let over = false
  /** @param {{ combo: string } | 'unbind' | 'cancel'} outcome */
  const finish = (outcome) => {
    if (over) return
    stop()
    end(outcome)
  }
  const release = captureKeys({
    onCombo: (combo) => finish({ combo }),
    onHeld: (held) => (field.value = held),
    onCancel: () => finish('cancel'),
    onUnbind: () => finish(replaced === null ? 'cancel' : 'unbind'),
  })
  const stop = () => {
    over = true
    release()
  }
  field.addEventListener('blur', () => finish('cancel'))
  return { field, hint, stop }
}
