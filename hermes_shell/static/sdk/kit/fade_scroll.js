/** A scrolling box that fades the edges where something is cut off. */
import { useCallback, useLayoutEffect, useRef } from '../../vendor/react.js'
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { classes } from './part.js'

/** Sub-pixel scroll positions must not leave a fade at an edge that is reached. */
const SLACK = 1

/**
 * @param {{ maxHeight?: string | number, deps?: any, className?: string, style?: object, [rest: string]: any }} props
 *   a change of `deps` (a value, or a list compared entry by entry) scrolls to the bottom
 */
export function FadeScroll({ maxHeight = '9rem', deps, className, style, children, ref, onScroll, ...rest }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null))
  const seen = useRef(/** @type {unknown[] | null} */ (null))
  const attach = useCallback(
    (/** @type {HTMLElement | null} */ element) => {
      box.current = element
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    },
    [ref],
  )

  useLayoutEffect(() => {
    const now = deps === undefined ? null : Array.isArray(deps) ? deps : [deps]
    if (box.current && now && !same(now, seen.current)) box.current.scrollTop = box.current.scrollHeight
    seen.current = now
    measure(box.current)
  })

  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => measure(box.current))
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  return jsx('div', {
    'data-slot': 'fade-scroll',
    ...rest,
    ...classes(className),
    ref: attach,
    style: { maxHeight, ...style },
    onScroll: (/** @type {any} */ event) => {
      measure(box.current)
      onScroll?.(event)
    },
    children,
  })
}

/** @param {HTMLElement | null} element */
function measure(element) {
  if (!element) return
  fade(element, 'data-fade-top', element.scrollTop > SLACK)
  fade(element, 'data-fade-bottom', element.scrollTop + element.clientHeight < element.scrollHeight - SLACK)
}

/** @param {HTMLElement} element @param {string} edge @param {boolean} clipped */
function fade(element, edge, clipped) {
  if (clipped) element.setAttribute(edge, 'true')
  else element.removeAttribute(edge)
}

/** @param {unknown[]} now @param {unknown[] | null} before */
function same(now, before) {
  return before !== null && now.length === before.length && now.every((value, i) => Object.is(value, before[i]))
}
