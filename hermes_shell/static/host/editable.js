/** Whether a key event goes into text: form fields, contenteditable, open shadow roots, frames. */

const NO_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'])

/**
 * @param {Event} event
 * @returns {boolean}
 */
export function isEditable(event) {
  const target = event.composedPath()[0] ?? event.target
  if (!(target instanceof Element)) return false
  const name = target.localName
  if (name === 'input') return !NO_TEXT.has(/** @type {HTMLInputElement} */ (target).type)
  if (name === 'textarea' || name === 'select' || name === 'iframe') return true
  return /** @type {HTMLElement} */ (target).isContentEditable === true || target.closest('[role="textbox"]') !== null
}
