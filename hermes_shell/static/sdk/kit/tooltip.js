/** Tooltips. */
import { createContext, isValidElement, useContext } from '../../vendor/react.js'
import { Tooltip as Radix } from '../../vendor/radix.js'
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { classes, marks } from './part.js'

/** Whether a provider stands above, so that `Tip` knows when it must bring one. */
const Provided = createContext(false)

export const Tooltip = Radix.Root

/** @param {{ delayDuration?: number, skipDelayDuration?: number, disableHoverableContent?: boolean, children?: any }} props */
export function TooltipProvider({ delayDuration = 0, skipDelayDuration = 300, disableHoverableContent = true, children }) {
  return jsx(Provided.Provider, {
    value: true,
    children: jsx(Radix.Provider, { delayDuration, skipDelayDuration, disableHoverableContent, children }),
  })
}

/** @param {Record<string, any>} props Radix props */
export function TooltipTrigger({ className, onFocus, ...rest }) {
  return jsx(Radix.Trigger, {
    ...marks('tooltip-trigger', rest),
    ...rest,
    ...classes(className),
    onFocus: (/** @type {any} */ event) => {
      onFocus?.(event)
      // A closing menu gives the focus back to its button: only the keyboard's own focus may open the tooltip.
      if (!event.target.matches(':focus-visible')) event.preventDefault()
    },
  })
}

/** @param {{ placement?: string, boundary?: any, className?: string, [rest: string]: any }} props Radix props */
export function TooltipContent({ placement = 'control', boundary, className, children, ...rest }) {
  return jsx(Radix.Portal, {
    children: jsxs(Radix.Content, {
      'data-slot': 'tooltip-content',
      'data-placement': placement,
      sideOffset: 5,
      collisionPadding: 12,
      collisionBoundary: boundary ?? undefined,
      ...rest,
      ...classes(className),
      children: [children, jsx(Radix.Arrow, { 'data-slot': 'tooltip-arrow' }, 'arrow')],
    }),
  })
}

/**
 * A tooltip around one element; a falsy label leaves the element alone.
 *
 * @param {{ label: any, children: any, delayDuration?: number, [content: string]: any }} props further props go to the content
 */
export function Tip({ label, children, delayDuration = 200, ...content }) {
  const provided = useContext(Provided)
  if (!label) return children
  const tooltip = jsxs(Tooltip, {
    delayDuration,
    children: [
      jsx(TooltipTrigger, { asChild: true, children: isValidElement(children) ? children : jsx('span', { children }) }, 'trigger'),
      jsx(TooltipContent, { ...content, children: label }, 'content'),
    ],
  })
  return provided ? tooltip : jsx(TooltipProvider, { children: tooltip })
}
