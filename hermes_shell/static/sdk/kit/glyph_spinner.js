/** A spinner of one text cell. */
import { useEffect, useRef } from '../../vendor/react.js'
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { glyphsOf } from './glyph_frames.js'
import { classes } from './part.js'

/** @param {{ spinner?: string, ariaLabel?: string, className?: string, [rest: string]: any }} props */
export function GlyphSpinner({ spinner = 'braille', ariaLabel = 'Loading', className, ...rest }) {
  const cell = useRef(/** @type {HTMLElement | null} */ (null))
  const { frames, interval } = glyphsOf(spinner)

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    let at = 0
    const timer = setInterval(() => {
      if (document.hidden || !cell.current) return
      at = (at + 1) % frames.length
      // Written past React: a frame is not worth a render.
      cell.current.textContent = frames[at]
    }, interval)
    return () => clearInterval(timer)
  }, [frames, interval])

  return jsx('span', {
    'data-slot': 'glyph-spinner',
    role: 'status',
    'aria-label': ariaLabel,
    ...rest,
    ...classes(className),
    children: jsx('span', { 'aria-hidden': true, ref: cell, children: frames[0] }),
  })
}
