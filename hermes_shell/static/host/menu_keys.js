/**
 * Keys inside a menu whose content is a plugin's own: a menu takes Tab and every letter for itself, so fields could not be typed in and a
 * second button not be reached. Tab goes around what is inside and never out.
 */
import { isEditable } from './editable.js'
import { stopsIn } from './tab_stops.js'

/** On the menu or list itself, before it looks at the key. @param {import('react').KeyboardEvent<HTMLElement>} event */
export function goAroundOnTab(event) {
  if (event.key !== 'Tab' || event.defaultPrevented) return
  const inside = stopsIn(event.currentTarget)
  if (inside.length === 0) return
  event.preventDefault()
  const step = event.shiftKey ? -1 : 1
  const at = inside.findIndex((stop) => stop === document.activeElement)
  const next = at < 0 ? (step === 1 ? 0 : inside.length - 1) : (at + step + inside.length) % inside.length
  inside[next].focus()
}

/** Around the content: what is typed into a field is not the menu's. @param {import('react').KeyboardEvent<HTMLElement>} event */
export function keepTyping(event) {
  const { key, ctrlKey, altKey, metaKey, nativeEvent } = event
  if (key === 'Tab' || key === 'Escape' || ctrlKey || altKey || metaKey) return
  if (isEditable(nativeEvent)) event.stopPropagation()
}
