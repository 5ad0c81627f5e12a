/** Waiting, drawn as a curve that a light runs along. */
import { useEffect, useMemo, useRef } from '../../vendor/react.js'
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { curvePath } from './loader_curves.js'
import { classes } from './part.js'

const ROUND_MS = 2600
const STROKE = 0.09
/** Share of the curve that is lit. */
const LIT = 0.22

/**
 * @param {{ type?: string, label?: string, pathSteps?: number, strokeScale?: number, className?: string, [rest: string]: any }} props
 *   21 types, listed in loader_curves.js
 */
export function Loader({ type = 'rose-curve', label = 'Loading', pathSteps = 240, strokeScale = 1, className, ...rest }) {
  const light = useRef(/** @type {SVGPathElement | null} */ (null))
  const d = useMemo(() => curvePath(type, pathSteps), [type, pathSteps])

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    const run = light.current?.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: ROUND_MS, iterations: Infinity })
    return () => run?.cancel()
  }, [d])

  const line = { d, fill: 'none', stroke: 'currentColor', strokeWidth: STROKE * strokeScale, strokeLinecap: 'round', pathLength: 1 }
  return jsx('div', {
    'data-slot': 'loader',
    'data-type': type,
    role: 'status',
    'aria-label': label,
    ...rest,
    ...classes(className),
    children: jsxs('svg', {
      viewBox: '-1.2 -1.2 2.4 2.4',
      'aria-hidden': true,
      children: [
        jsx('path', { ...line, opacity: 0.2 }, 'track'),
        jsx('path', { ...line, ref: light, strokeDasharray: `${LIT} ${1 - LIT}` }, 'light'),
      ],
    }),
  })
}
