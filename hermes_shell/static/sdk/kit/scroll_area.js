/** A box that scrolls vertically with a thin thumb. */
import { ScrollArea as Radix } from '../../vendor/radix.js'
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { classes } from './part.js'

/** @param {Record<string, any>} props Radix props */
export function ScrollArea({ className, children, ...rest }) {
  return jsxs(Radix.Root, {
    'data-slot': 'scroll-area',
    ...rest,
    ...classes(className),
    children: [
      jsx(Radix.Viewport, { 'data-slot': 'scroll-area-viewport', children }, 'viewport'),
      jsx(
        Radix.Scrollbar,
        {
          'data-slot': 'scroll-area-scrollbar',
          orientation: 'vertical',
          children: jsx(Radix.Thumb, { 'data-slot': 'scroll-area-thumb' }),
        },
        'scrollbar',
      ),
      jsx(Radix.Corner, {}, 'corner'),
    ],
  })
}
