/** Dialogs. */
import { Dialog as Radix } from '../../vendor/radix.js'
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { translateNow } from '../i18n.js'
import { Codicon } from './codicon.js'
import { iconNode } from './icon_node.js'
import { classes, flag, part } from './part.js'

/** What floats above a dialog without being inside of it. */
const FLOATING = '[data-radix-popper-content-wrapper], [data-slot="toast"]'

export const Dialog = Radix.Root
export const DialogTrigger = part('dialog-trigger', Radix.Trigger)
export const DialogHeader = part('dialog-header', 'div')
export const DialogFooter = part('dialog-footer', 'div')
export const DialogDescription = part('dialog-description', Radix.Description)

/** @param {{ icon?: any, className?: string, [rest: string]: any }} props */
export function DialogTitle({ icon, className, children, ...rest }) {
  return jsxs(Radix.Title, { 'data-slot': 'dialog-title', ...rest, ...classes(className), children: [iconNode(icon), children] })
}

/**
 * @param {{ showCloseButton?: boolean, fitContent?: boolean, banner?: any, bannerTone?: 'error' | 'warn' | 'info',
 *   className?: string, [rest: string]: any }} props Radix props
 */
export function DialogContent(props) {
  const { showCloseButton = true, fitContent = false, banner, bannerTone = 'error', className, children, ...rest } = props
  const stay = (/** @type {any} */ event) => {
    rest.onInteractOutside?.(event)
    const target = event.detail?.originalEvent?.target ?? event.target
    if (target instanceof Element && target.closest(FLOATING)) event.preventDefault()
  }
  return jsxs(Radix.Portal, {
    children: [
      jsx(Radix.Overlay, { 'data-slot': 'dialog-overlay' }, 'overlay'),
      jsxs(
        Radix.Content,
        {
          'data-slot': 'dialog-content',
          ...flag('data-fit-content', fitContent),
          ...rest,
          onInteractOutside: stay,
          ...classes(className),
          children: [
            banner
              ? jsx('div', { 'data-slot': 'dialog-banner', 'data-tone': bannerTone, role: bannerTone === 'error' ? 'alert' : 'status', children: banner }, 'banner')
              : null,
            children,
            showCloseButton
              ? jsx(
                  Radix.Close,
                  { 'data-slot': 'dialog-close', 'aria-label': translateNow('common.close'), children: jsx(Codicon, { name: 'close' }) },
                  'close',
                )
              : null,
          ],
        },
        'content',
      ),
    ],
  })
}
