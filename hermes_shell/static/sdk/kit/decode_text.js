/** Text that settles out of noise. */
import { useEffect, useState } from '../../vendor/react.js'
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { classes, flag } from './part.js'

const ALPHABET = '/\\|-_=+<>~:*'
const TICK_MS = 45
const CHARS_PER_TICK = 0.5
/** Ticks between two rounds of a loop. */
const HOLD_TICKS = 16

/**
 * @param {{ text: string, prefix?: number, active?: boolean, loop?: boolean, cursor?: boolean, className?: string, [rest: string]: any }} props
 *   the first `prefix` characters and all spaces never scramble; it decodes once and holds unless `loop`
 */
export function DecodeText({ text, prefix = 0, active = true, loop = false, cursor = false, className, ...rest }) {
  const [shown, setShown] = useState(text)

  useEffect(() => {
    if (!active || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(text)
      return undefined
    }
    let tick = 0
    const length = [...text].length - prefix
    const timer = setInterval(() => {
      const settled = tick * CHARS_PER_TICK
      setShown(frame(text, prefix + settled))
      tick += 1
      if (settled < length) return
      if (!loop) clearInterval(timer)
      else if (settled >= length + HOLD_TICKS * CHARS_PER_TICK) tick = 0
    }, TICK_MS)
    setShown(frame(text, prefix))
    return () => clearInterval(timer)
  }, [text, prefix, active, loop])

  return jsxs('span', {
    'data-slot': 'decode-text',
    'data-state': shown === text ? 'settled' : 'decoding',
    ...flag('data-cursor', cursor),
    // The noise is not for the ear.
    role: 'img',
    'aria-label': text,
    ...rest,
    ...classes(className),
    children: [shown, cursor ? jsx('span', { className: 'decode-cursor-blink', 'aria-hidden': true, children: '▌' }, 'cursor') : null],
  })
}

/** @param {string} text @param {number} settled how many characters are final */
function frame(text, settled) {
  return [...text]
    .map((char, i) => (i < settled || char === ' ' ? char : ALPHABET[Math.floor(Math.random() * ALPHABET.length)]))
    .join('')
}
