/** The question after starts that ended badly, and the one before safe mode is left. */
import { createElement as h, useRef, useState } from '../vendor/react.js'
import { Button } from '../sdk/kit/button.js'
import { Checkbox } from '../sdk/kit/checkbox.js'
import { ConfirmDialog } from '../sdk/kit/confirm_dialog.js'
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../sdk/kit/dialog.js'
import { channel } from './channel.js'
import { messageOf } from './errors.js'
import { mountIsland } from './islands.js'

/** @typedef {import('./safe_start.js').BadStarts} BadStarts */
/** @typedef {{ id: string, name: string }} Suspect */

export { h as element }

/** @param {{ bad: BadStarts }} props */
export function SafeStartDialog({ bad }) {
  const { plugins, count } = bad
  const [off, setOff] = useState(() => new Set(plugins.map(({ id }) => id)))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState(/** @type {string | null} */ (null))
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null))

  /** The page loads again when the choice is made. @param {Record<string, unknown>} args */
  const choose = async (args) => {
    setBusy(true)
    setError(null)
    try {
      await channel.call('starts.choose', args)
    } catch (failure) {
      setBusy(false)
      setError(messageOf(failure))
    }
  }
  // Enter must not do again what ended the last starts.
  const focusFirst = (/** @type {Event} */ event) => {
    event.preventDefault()
    first.current?.focus()
  }
  const stay = (/** @type {Event} */ event) => event.preventDefault()
  const safe = () => choose({ choice: 'safe' })
  /** @param {string} id */
  const toggle = (id) => setOff((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))

  return h(
    Dialog,
    // Whoever closes it without an answer gets what can do no harm.
    { open: true, onOpenChange: (/** @type {boolean} */ open) => void (!open && !busy && safe()) },
    h(
      DialogContent,
      { className: 'hs-safe-start', showCloseButton: false, onInteractOutside: stay, onOpenAutoFocus: focusFirst },
      h(DialogHeader, null, h(DialogTitle, null, `The last ${count} starts ended early`), h(DialogDescription, null, reason(plugins))),
      plugins.length > 1 ? h(Suspects, { plugins, off, toggle }) : null,
      error === null ? null : h('p', { 'data-slot': 'confirm-dialog-error', role: 'alert' }, error),
      h(
        DialogFooter,
        null,
        h(Button, { type: 'button', variant: 'ghost', disabled: busy, onClick: () => choose({ choice: 'usual' }) }, 'Start as usual'),
        h('span', { className: 'hs-grow' }),
        h(
          Button,
          { type: 'button', ref: plugins.length > 0 ? undefined : first, variant: plugins.length > 0 ? 'outline' : 'default', disabled: busy, onClick: safe },
          'Start in safe mode',
        ),
        plugins.length > 0 ? h(TurnOff, { plugins, off, busy, choose, button: first }) : null,
      ),
    ),
  )
}

/** @param {Suspect[]} plugins */
function reason(plugins) {
  if (plugins.length === 0) return 'They ended before all plugins had started. Which one was at fault is not known. Safe mode starts without any of them.'
  if (plugins.length > 1) return 'One of these plugins may be at fault: none of them had finished starting. Turning a plugin off removes nothing.'
  return ['The last one ended while ', h('b', { key: 'name' }, h('bdi', null, plugins[0].name)), ' was starting. Turn it off, or start without any plugin. Nothing is removed.']
}

/** @param {{ plugins: Suspect[], off: Set<string>, toggle: (id: string) => void }} props */
function Suspects({ plugins, off, toggle }) {
  const row = (/** @type {Suspect} */ { id, name }) =>
    h('li', { key: id }, h('label', null, h(Checkbox, { checked: off.has(id), onCheckedChange: () => toggle(id) }), h('bdi', { title: name }, name)))
  return h('ul', { className: 'hs-safe-start-plugins', 'aria-label': 'Plugins to turn off' }, plugins.map(row))
}

/**
 * @param {{
 *   plugins: Suspect[],
 *   off: Set<string>,
 *   busy: boolean,
 *   choose: (args: Record<string, unknown>) => void,
 *   button: import('react').RefObject<HTMLButtonElement | null>,
 * }} props
 */
function TurnOff({ plugins, off, busy, choose, button }) {
  const chosen = plugins.filter(({ id }) => off.has(id))
  const [only] = chosen
  const what = chosen.length === 1 ? h('bdi', { title: only.name }, only.name) : `${chosen.length} plugins`
  const onClick = () => choose({ choice: 'off', id: chosen.map(({ id }) => id) })
  return h(Button, { type: 'button', ref: button, disabled: busy || chosen.length === 0, onClick }, h('span', { className: 'hs-safe-start-off' }, 'Turn off ', what, ' and start'))
}

let asking = false

/** Asks whether plugins shall run again; one question at a time. */
export function askToLeave() {
  if (asking) return
  asking = true
  const unmount = mountIsland(
    h(ConfirmDialog, {
      open: true,
      onClose: () => {
        asking = false
        unmount()
      },
      onConfirm: () => channel.call('starts.choose', { choice: 'usual' }),
      title: 'Leave safe mode?',
      description: 'Every plugin that is not turned off starts again, and all windows load anew.',
      cancelLabel: 'Stay in safe mode',
      confirmLabel: 'Leave safe mode',
    }),
  )
}
