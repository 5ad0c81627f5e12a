/** The keys of a radio group: arrows go around, Home and End to the ends; what has the focus is chosen. */

const STEPS = new Map([['ArrowRight', 1], ['ArrowDown', 1], ['ArrowLeft', -1], ['ArrowUp', -1]])

/**
 * Moves the focus when the key says so.
 * @param {KeyboardEvent} event
 * @returns {HTMLElement | null} the radio that has the focus now; null when the key means nothing here
 */
export function moveInGroup(event) {
  const radio = event.target instanceof Element ? event.target.closest('[role="radio"]') : null
  const group = radio?.closest('[role="radiogroup"]')
  if (!radio || !group || event.ctrlKey || event.metaKey || event.altKey) return null
  const radios = /** @type {HTMLElement[]} */ ([...group.querySelectorAll('[role="radio"]:not(:disabled)')])
  const at = radios.indexOf(/** @type {HTMLElement} */ (radio))
  const step = STEPS.get(event.key)
  /** @type {HTMLElement | undefined} */
  let next
  if (step) next = radios[(at + step + radios.length) % radios.length]
  else if (event.key === 'Home') next = radios[0]
  else if (event.key === 'End') next = radios.at(-1)
  if (!next) return null
  event.preventDefault()
  next.focus()
  return next
}
