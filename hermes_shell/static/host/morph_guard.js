/**
 * What a morph may take away. Plugins set attributes and styles on core elements, users open `<details>`, slots keep `data-state`:
 * an attribute is removed only when it is in a closed list (templates express all other state as values), and the content of slots
 * and islands is never touched. Source: architecture section 5.
 */

const REMOVABLE = new Set(['hidden', 'disabled', 'checked', 'selected', 'aria-current', 'data-stale'])
/** `open` may be set by a user on details and dialogs, so a morph does not set or clear it on an element that is there. */
const KEPT = new Set(['open'])
/** Text of messages is the server's alone: what was code in an earlier state of a paragraph must not stay coloured. */
const TEXT = '.hs-prose :not(hermes-directive, hermes-slot)'
const SKIP_CHILDREN = '[hx-morph-skip-children], hermes-slot, [data-island]'

/** @type {any} */
const htmx = /** @type {any} */ (globalThis).htmx

let installed = false
/** Whether a switch waits for the answer to a click, so that it shows what the user chose. @type {(control: HTMLElement) => boolean} */
let isHeld = () => false

/** Installs the guard in htmx. Call before the first fragment; later calls do nothing. */
export function guardMorphs() {
  if (installed) return
  installed = true
  htmx.config.morphSkipChildren = SKIP_CHILDREN
  htmx.registerExtension('hermes-morph-guard', { htmx_before_morph_attr: mayChange })
}

/** @param {(control: HTMLElement) => boolean} held says of a plugin's switch whether its state is the page's for now */
export function holdSwitches(held) {
  isHeld = held
}

/**
 * @param {Element} element
 * @param {{ attrName: string, newValue: string | null }} change
 * @returns {boolean}
 */
function mayChange(element, { attrName, newValue }) {
  if (KEPT.has(attrName)) return false
  if (attrName === 'aria-checked' || attrName === 'data-state') {
    const control = element.closest('[data-plugin-switch]')
    if (control instanceof HTMLElement && isHeld(control)) return false
  }
  return newValue !== null || REMOVABLE.has(attrName) || element.matches(TEXT)
}
