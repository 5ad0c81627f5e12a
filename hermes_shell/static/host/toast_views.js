/** How toasts look, when they go by themselves, and how a screen reader hears them. Source: look of the shell, overlays. */
import { createElement as h, useEffect, useLayoutEffect, useRef, useState } from '../vendor/react.js'
import { useStore } from '../vendor/nanostores-react.js'
import { Boundary } from './boundary.js'
import { messageOf } from './errors.js'
import { guardedIcon } from './icon.js'
import { mountIsland } from './islands.js'
import { liftAboveComposer } from './toast_lift.js'
import { $toasts, dismiss, runToastAction } from './toasts.js'

/** @typedef {import('./toasts.js').Toast} Toast */

const PLACEMENTS = ['default', 'bottom-right']
/** The status shape of a kind. @type {Record<string, string>} */
const TONES = { error: 'bad', warning: 'warn', success: 'good', info: 'muted' }

let mounted = false

/** Shows the stacks; the first toast calls it. */
export function mountToasts() {
  if (mounted) return
  mounted = true
  mountIsland(h(Toasts))
}

function Toasts() {
  const toasts = useStore($toasts)
  return [
    ...PLACEMENTS.map((placement) => h(Stack, { key: placement, placement, toasts: toasts.filter((toast) => toast.placement === placement) })),
    h(Announcer, { key: 'announcer', toasts }),
  ]
}

/** Hover or focus anywhere in a stack stops its clocks. @param {{ placement: string, toasts: Toast[] }} props */
function Stack({ placement, toasts }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const empty = toasts.length === 0
  const stack = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => (empty || placement === 'default' || !stack.current ? undefined : liftAboveComposer(stack.current)), [empty, placement])
  useEffect(() => {
    if (!empty) return
    // The last toast left under the pointer or with the focus: no leave event follows.
    setHovered(false)
    setFocused(false)
  }, [empty])
  return h(
    'section',
    {
      ref: stack,
      className: 'hs-toasts',
      'data-placement': placement,
      'aria-label': placement === 'default' ? 'Notifications' : 'Notices',
      hidden: empty,
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
    toasts.map((toast) => h(ToastCard, { key: toast.id, toast, paused: hovered || focused })),
  )
}

/** @param {{ toast: Toast, paused: boolean }} props */
function ToastCard({ toast, paused }) {
  useCountdown(toast, paused)
  const { kind, icon, title, message, detail, meta, count, action, secondaryAction, accentColor } = toast
  const style = accentColor ? { '--hs-toast-accent': accentColor } : undefined
  return h(
    'div',
    { className: 'hs-toast', 'data-slot': 'toast', 'data-kind': kind, role: 'group', 'aria-label': title || message, style },
    guardedIcon(icon, 'hs-toast-icon', toast) ?? h('span', { 'data-slot': 'status-dot', 'data-tone': TONES[kind], 'data-status-tone': TONES[kind], 'aria-hidden': true }),
    h(
      'div',
      { className: 'hs-toast-body' },
      title ? h('b', { className: 'hs-toast-title' }, title) : null,
      message ? h('p', { className: 'hs-toast-message' }, message) : null,
      detail ? h('details', { className: 'hs-toast-detail' }, h('summary', null, 'Details'), h('pre', null, detail)) : null,
      meta ? h(Boundary, { variant: 'nothing', id: 'meta of a toast', contribution: toast }, h('div', { className: 'hs-toast-meta' }, meta)) : null,
    ),
    count > 1 ? h('span', { className: 'hs-toast-count', 'data-slot': 'badge', title: `${count} times` }, count) : null,
    action || secondaryAction
      ? h('div', { className: 'hs-toast-actions' }, actionButton(toast, secondaryAction, 'ghost'), actionButton(toast, action, 'outline'))
      : null,
    h(
      'button',
      { type: 'button', className: 'hs-toast-close', 'aria-label': 'Dismiss', title: 'Dismiss', onClick: () => dismiss(toast.id) },
      h('i', { className: 'codicon codicon-close', 'aria-hidden': true }),
    ),
  )
}

/**
 * @param {Toast} toast
 * @param {{ label: string, onClick: () => unknown } | undefined} action
 * @param {string} variant
 */
function actionButton(toast, action, variant) {
  if (!action) return null
  const props = { type: /** @type {const} */ ('button'), 'data-slot': 'button', 'data-variant': variant, 'data-size': 'sm' }
  return h('button', { ...props, onClick: () => runToastAction(toast, action) }, messageOf(action.label))
}

/**
 * Dismisses a toast when its time is over; time stands still while paused, and a replacement starts anew.
 * @param {Toast} toast
 * @param {boolean} paused
 */
function useCountdown(toast, paused) {
  const left = useRef({ toast: /** @type {Toast | null} */ (null), ms: 0 })
  useEffect(() => {
    if (left.current.toast !== toast) left.current = { toast, ms: toast.durationMs }
    if (paused || toast.durationMs === 0) return undefined
    const started = performance.now()
    const timer = setTimeout(() => dismiss(toast.id), left.current.ms)
    return () => {
      clearTimeout(timer)
      left.current.ms = Math.max(0, left.current.ms - (performance.now() - started))
    }
  }, [toast, paused])
}

/** Two live regions that exist before the first text: errors interrupt, the rest waits. @param {{ toasts: readonly Toast[] }} props */
function Announcer({ toasts }) {
  const [newest] = toasts
  const urgent = newest?.kind === 'error' || newest?.kind === 'warning'
  const text = newest ? [newest.title, newest.message].filter(Boolean).join('. ') : ''
  return [
    h('div', { key: 'polite', className: 'sr-only', role: 'status', 'aria-live': 'polite' }, urgent ? '' : text),
    h('div', { key: 'assertive', className: 'sr-only', role: 'alert', 'aria-live': 'assertive' }, urgent ? text : ''),
  ]
}
