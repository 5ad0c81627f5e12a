/** The "+N" chip of the status bar and the list behind it: the folded entries themselves, each with its plugin's name. */
import { createElement as h, useEffect, useRef, useState } from '../vendor/react.js'
import { useStore } from '../vendor/nanostores-react.js'
import { Popover } from '../vendor/radix.js'
import { openStatusChoices } from './status_choices.js'
import { $folded } from './status_fold.js'

/** @typedef {import('./status_entries.js').StatusEntry} StatusEntry */

/** A menu of an entry is a layer of its own: pressing in it must not close the list that the entry stands in. */
const LAYERS = '[data-radix-popper-content-wrapper], [data-slot$="-content"]'

export function StatusOverflow() {
  const folded = useStore($folded)
  const [open, setOpen] = useState(false)
  const empty = folded.length === 0
  useEffect(() => {
    if (empty) setOpen(false)
  }, [empty])
  if (empty) return null
  const name = folded.length === 1 ? '1 more status item' : `${folded.length} more status items`
  /** @param {{ target: EventTarget | null, preventDefault(): void }} event */
  const keepForLayers = (event) => event.target instanceof Element && event.target.closest(LAYERS) && event.preventDefault()
  const content = {
    'data-slot': 'popover-content', className: 'hs-status-fold', 'aria-label': name, side: /** @type {const} */ ('top'), align: /** @type {const} */ ('end'),
    sideOffset: 4, collisionPadding: 8, onInteractOutside: keepForLayers,
  }
  return h(
    Popover.Root,
    { open, onOpenChange: setOpen },
    h(Popover.Trigger, { asChild: true }, h('button', { type: 'button', className: 'hs-chip hs-status-more', title: name, 'aria-label': name }, `+${folded.length}`)),
    h(Popover.Portal, null, h(Popover.Content, content, h(FoldedList, { folded, close: () => setOpen(false) }))),
  )
}

/**
 * The entries are not drawn twice: while they are listed their contents stand here, and afterwards on the bar again.
 * @param {{ folded: readonly StatusEntry[], close: () => void }} props
 */
function FoldedList({ folded, close }) {
  const listed = useRef(folded)
  useEffect(() => {
    const stay = new Set(folded.map(({ slot }) => slot))
    bringHome(listed.current.filter(({ slot }) => !stay.has(slot)))
    listed.current = folded
  }, [folded])
  useEffect(() => () => bringHome(listed.current), [])
  /** @param {import('react').MouseEvent} event */
  const onClick = (event) => {
    const control = event.target instanceof Element ? event.target.closest('a[href], button') : null
    if (control && !control.hasAttribute('aria-haspopup')) close()
  }
  const choose = () => {
    const place = document.querySelector('.hs-status-more')?.getBoundingClientRect()
    close()
    openStatusChoices(place?.left)
  }
  return [
    h(
      'ul',
      { key: 'list', onClick },
      folded.map(({ key, area, id, owner }) =>
        h('li', { key, className: 'hs-status-fold-row' }, h('hermes-slot', { area, cid: id }), h('span', { className: 'hs-status-owner' }, owner)),
      ),
    ),
    h('button', { key: 'choose', type: 'button', className: 'hs-status-fold-choose', 'data-slot': 'button', 'data-variant': 'ghost', 'data-size': 'sm', onClick: choose }, 'Choose items…'),
  ]
}

/** @param {readonly StatusEntry[]} entries */
function bringHome(entries) {
  // After the list's own placeholders are gone, so that they do not take the contents along.
  queueMicrotask(() => {
    for (const { slot } of entries) if (slot.isConnected && slot.slotEntry && slot.slotEntry.element !== slot) slot.mount()
  })
}
