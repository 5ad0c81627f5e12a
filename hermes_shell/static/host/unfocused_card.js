/** Keyboard of a card that lies above the window and takes no focus by itself. */
import { useEffect, useRef } from '../vendor/react.js'
import { isEditable } from './editable.js'
import { $route, isOverlay } from './router.js'

/** What answers to Escape first. */
const ABOVE = '.hs-scrim, :is([role="menu"], [role="listbox"], [role="dialog"]):not([hidden])'

/**
 * Whoever goes into the card and closes it comes back to where they were.
 * @param {import('react').RefObject<HTMLElement | null>} card
 */
export function useFocusReturn(card) {
  const before = useRef(/** @type {Element | null} */ (null))
  const inside = useRef(false)
  useEffect(() => {
    const element = card.current
    /** @param {FocusEvent} event */
    const entered = ({ relatedTarget }) => {
      if (!inside.current) before.current = /** @type {Element | null} */ (relatedTarget)
      inside.current = true
    }
    /** @param {FocusEvent} event */
    const left = ({ relatedTarget }) => {
      // What is removed with the focus in it says goodbye to nobody: then it is still inside.
      if (relatedTarget && !element?.contains(/** @type {Node} */ (relatedTarget))) inside.current = false
    }
    element?.addEventListener('focusin', entered)
    element?.addEventListener('focusout', left)
    return () => {
      element?.removeEventListener('focusin', entered)
      element?.removeEventListener('focusout', left)
      const lost = inside.current && document.activeElement === document.body
      if (lost && before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    }
  }, [])
}

/**
 * Escape inside the card, or anywhere that nothing else answers to it, dismisses it.
 * @param {import('react').RefObject<HTMLElement | null>} card
 * @param {() => void} dismiss
 */
export function useEscape(card, dismiss) {
  const latest = useRef(dismiss)
  latest.current = dismiss
  useEffect(() => {
    let answered = false
    /** Asked before anybody else hears the key: what it closes may be gone afterwards. @param {KeyboardEvent} event */
    const before = (event) => {
      if (event.key !== 'Escape') return
      const inside = card.current?.contains(/** @type {Node} */ (event.target)) ?? false
      answered = !inside && (isEditable(event) || document.querySelector(ABOVE) !== null || isOverlay($route.get()))
    }
    /** @param {KeyboardEvent} event */
    const after = (event) => {
      if (event.key !== 'Escape' || answered || event.defaultPrevented || event.isComposing) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', before, true)
    addEventListener('keydown', after)
    return () => {
      removeEventListener('keydown', before, true)
      removeEventListener('keydown', after)
    }
  }, [])
}
