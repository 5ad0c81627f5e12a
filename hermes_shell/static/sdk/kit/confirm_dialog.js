/** The question before something that matters. */
import { useEffect, useRef, useState } from '../../vendor/react.js'
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { messageOf } from '../../host/errors.js'
import { notifyError } from '../../host/toasts.js'
import { translateNow } from '../i18n.js'
import { isSubmitEnter } from '../keyboard.js'
import { Button } from './button.js'
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from './dialog.js'
import { Input } from './input.js'

/** How long "done" is shown before the dialog closes, in ms. */
const DONE_MS = 600

/**
 * @param {{ open: boolean, onClose: () => void, onConfirm: () => unknown, title: any, description?: any, confirmLabel?: any,
 *   busyLabel?: any, doneLabel?: any, cancelLabel?: any, destructive?: boolean, dismissOnConfirm?: boolean,
 *   onOpenAutoFocus?: (event: Event) => void, typedConfirmation?: string, children?: any }} props
 *   what `onConfirm` throws or rejects with is shown in the dialog, which stays open; with `dismissOnConfirm` it closes at
 *   once and an error becomes a toast; `typedConfirmation` must be typed exactly
 */
export function ConfirmDialog(props) {
  const { open, onClose, onConfirm, title, description, destructive = false, dismissOnConfirm = false, typedConfirmation } = props
  const { confirmLabel, busyLabel, doneLabel, cancelLabel, onOpenAutoFocus, children } = props
  const [status, setStatus] = useState(/** @type {'idle' | 'busy' | 'done'} */ ('idle'))
  const [error, setError] = useState(/** @type {string | null} */ (null))
  const [typed, setTyped] = useState('')
  const confirmButton = useRef(/** @type {HTMLButtonElement | null} */ (null))
  const close = useRef(onClose)
  close.current = onClose
  /** Which opening of the dialog an answer belongs to. */
  const opening = useRef(0)

  useEffect(() => {
    if (open) return
    opening.current += 1
    setStatus('idle')
    setError(null)
    setTyped('')
  }, [open])

  useEffect(() => {
    if (status !== 'done') return undefined
    const timer = setTimeout(() => close.current(), DONE_MS)
    return () => clearTimeout(timer)
  }, [status])

  const ready = status === 'idle' && (typedConfirmation === undefined || typed === typedConfirmation)

  const confirm = async () => {
    if (!ready) return
    if (dismissOnConfirm) {
      onClose()
      Promise.resolve().then(onConfirm).catch((failure) => notifyError(failure, messageOf(failure)))
      return
    }
    setStatus('busy')
    setError(null)
    const asked = opening.current
    try {
      await onConfirm()
      if (asked === opening.current) setStatus('done')
    } catch (failure) {
      if (asked !== opening.current) return
      setStatus('idle')
      setError(messageOf(failure))
    }
  }

  const onKeyDown = (/** @type {any} */ event) => {
    // Buttons answer Enter and Space themselves.
    if (event.target.closest?.('button, a, textarea, select')) return
    const space = event.key === ' ' && !event.target.closest?.('input')
    if (!isSubmitEnter(event) && !space) return
    event.preventDefault()
    confirm()
  }

  const focusFirst = (/** @type {Event} */ event) => {
    if (onOpenAutoFocus) return onOpenAutoFocus(event)
    if (typedConfirmation !== undefined) return undefined
    event.preventDefault()
    return confirmButton.current?.focus()
  }

  const labels = {
    idle: confirmLabel ?? translateNow('common.confirm'),
    busy: busyLabel ?? translateNow('common.working'),
    done: doneLabel ?? translateNow('common.done'),
  }

  return jsx(Dialog, {
    open,
    onOpenChange: (/** @type {boolean} */ next) => {
      if (!next && status !== 'busy') onClose()
    },
    children: jsxs(DialogContent, {
      showCloseButton: false,
      onKeyDown,
      onOpenAutoFocus: focusFirst,
      // Without a description Radix would warn about the reference it cannot resolve.
      ...(description ? {} : { 'aria-describedby': undefined }),
      children: [
        jsxs(DialogHeader, {
          children: [
            jsx(DialogTitle, { children: title }, 'title'),
            description ? jsx(DialogDescription, { children: description }, 'description') : null,
          ],
        }, 'header'),
        children,
        typedConfirmation === undefined
          ? null
          : jsx(Input, {
              'aria-label': translateNow('common.typeToConfirm', typedConfirmation),
              placeholder: typedConfirmation,
              value: typed,
              disabled: status !== 'idle',
              onChange: (/** @type {any} */ event) => setTyped(event.target.value),
            }, 'typed'),
        error === null ? null : jsx('p', { 'data-slot': 'confirm-dialog-error', role: 'alert', children: error }, 'error'),
        jsxs(DialogFooter, {
          children: [
            jsx(Button, { type: 'button', variant: 'ghost', disabled: status === 'busy', onClick: onClose, children: cancelLabel ?? translateNow('common.cancel') }, 'cancel'),
            jsx(Button, {
              ref: confirmButton,
              type: 'button',
              variant: destructive ? 'destructive' : 'default',
              'aria-busy': status === 'busy' ? true : undefined,
              'data-status': status,
              disabled: !ready,
              onClick: confirm,
              children: labels[status],
            }, 'confirm'),
          ],
        }, 'footer'),
      ],
    }),
  })
}
