/** Copies a text, and says so. */
import { useEffect, useRef, useState } from '../../vendor/react.js'
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { haptic as tick } from '../haptic.js'
import { translateNow } from '../i18n.js'
import { Button } from './button.js'
import { Codicon } from './codicon.js'
import { DropdownMenuItem } from './dropdown_menu.js'
import { classes } from './part.js'

/** How long the button says "copied" or that it failed, in ms. */
const STATUS_MS = 1500
const ICONS = { idle: 'copy', copied: 'check', error: 'error' }

/**
 * @param {{ text: string | (() => string | Promise<string>), appearance?: 'button' | 'icon' | 'inline' | 'menu-item' | 'tool-row',
 *   buttonVariant?: string, buttonSize?: string, label?: string, title?: string, children?: any, showLabel?: boolean,
 *   haptic?: boolean, disabled?: boolean, errorMessage?: string, onCopied?: () => void, onCopyError?: (error: unknown) => void,
 *   preventDefault?: boolean, stopPropagation?: boolean, iconClassName?: string, className?: string, [rest: string]: any }} props
 *   an empty text copies nothing
 */
export function CopyButton(props) {
  const { text, appearance = 'button', buttonVariant = 'ghost', buttonSize, label, title, children, showLabel, ...others } = props
  const { haptic = true, disabled, errorMessage, onCopied, onCopyError, preventDefault, stopPropagation, iconClassName, className, ...rest } = others
  const [status, setStatus] = useState(/** @type {'idle' | 'copied' | 'error'} */ ('idle'))
  const timer = useRef(/** @type {any} */ (null))
  useEffect(() => () => clearTimeout(timer.current), [])

  const show = (/** @type {'copied' | 'error'} */ next) => {
    setStatus(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setStatus('idle'), STATUS_MS)
  }
  const copy = async (/** @type {any} */ event) => {
    if (preventDefault) event?.preventDefault?.()
    if (stopPropagation) event?.stopPropagation?.()
    try {
      const value = typeof text === 'function' ? await text() : text
      if (!value) return
      // Where the engine refuses, the window's own takes over (host/links.js).
      await navigator.clipboard.writeText(value)
      if (haptic) tick('success')
      show('copied')
      onCopied?.()
    } catch (error) {
      show('error')
      onCopyError?.(error)
    }
  }

  const idle = label ?? translateNow('common.copy')
  const said = { idle, copied: translateNow('common.copied'), error: errorMessage ?? translateNow('common.copyFailed') }[status]
  const inWords = showLabel ?? (appearance === 'button' || appearance === 'menu-item')
  const root = {
    'data-slot': 'copy-button',
    'data-appearance': appearance,
    'data-status': status,
    ...rest,
    ...classes(className),
    disabled,
    title: title ?? (inWords ? undefined : said),
    'aria-label': inWords ? undefined : said,
    children: [
      jsx(Codicon, { name: ICONS[status], className: iconClassName }, 'icon'),
      inWords ? jsx('span', { children: status === 'idle' ? (children ?? idle) : said }, 'label') : children,
    ],
  }
  if (appearance === 'menu-item') return jsxs(DropdownMenuItem, { ...root, onSelect: copy })
  if (appearance === 'inline' || appearance === 'tool-row') return jsxs('button', { type: 'button', ...root, onClick: copy })
  const size = buttonSize ?? (appearance === 'icon' ? 'icon-sm' : 'sm')
  // The button's own slot carries its look; which button it is shows in data-copy-button.
  return jsxs(Button, { type: 'button', ...root, 'data-slot': 'button', 'data-copy-button': '', variant: buttonVariant, size, onClick: copy })
}
