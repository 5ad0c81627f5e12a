/** The button at which a bar lists what it has no room for, and that list: the folded entries themselves, each with its plugin's name. */
import { createElement as h, useEffect, useRef, useState } from '../vendor/react.js'
import { useStore } from '../vendor/nanostores-react.js'
import { Popover } from '../vendor/radix.js'
import { goAroundOnTab } from './menu_keys.js'

/** @typedef {import('./bar_entries.js').BarEntry} BarEntry */

/**
 * @typedef {object} Overflow
 * @property {import('../vendor/nanostores.js').ReadableAtom<readonly BarEntry[]>} $folded
 * @property {string} noun what an entry is called, `status item`
 * @property {'top' | 'bottom'} side where the list opens
 * @property {string} className of the button
 * @property {(count: number) => import('react').ReactNode} face what the button shows
 * @property {(left: number) => void} [choose] opens the list of what stands on the bar; px in the window
 */

/** A menu of an entry is a layer of its own: pressing in it must not close the list that the entry stands in. */
const LAYERS = '[data-radix-popper-content-wrapper], [data-slot$="-content"]'

/** @param {Overflow} props */
export function BarOverflow({ $folded, noun, side, className, face, choose }) {
  const folded = useStore($folded)
  const [open, setOpen] = useState(false)
  const empty = folded.length === 0
  useEffect(() => {
    if (empty) setOpen(false)
  }, [empty])
  if (empty) return null
  const name = folded.length === 1 ? `1 more ${noun}` : `${folded.length} more ${noun}s`
  const broken = folded.filter((entry) => entry.broken).length
  const text = broken > 0 ? `${name}, ${broken} with an error` : name
  /** @param {{ target: EventTarget | null, preventDefault(): void }} event */
  const keepForLayers = (event) => event.target instanceof Element && event.target.closest(LAYERS) && event.preventDefault()
  const content = {
    'data-slot': 'popover-content', className: 'hs-bar-fold', 'aria-label': name, side, align: /** @type {const} */ ('end'),
    sideOffset: 4, collisionPadding: 8, onInteractOutside: keepForLayers, onKeyDown: goAroundOnTab,
  }
  const button = { type: /** @type {const} */ ('button'), className, title: text, 'aria-label': text, 'data-tone': broken > 0 ? 'bad' : undefined }
  return h(
    Popover.Root,
    { open, onOpenChange: setOpen },
    h(Popover.Trigger, { asChild: true }, h('button', button, face(folded.length))),
    h(Popover.Portal, null, h(Popover.Content, content, h(FoldedList, { folded, choose, className, close: () => setOpen(false) }))),
  )
}

/**
 * The entries are not drawn twice: while they are listed their contents stand here, and afterwards on the bar again.
 * @param {{ folded: readonly BarEntry[], choose: Overflow['choose'], className: string, close: () => void }} props
 */
function FoldedList({ folded, choose, className, close }) {
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
    // A broken entry stays where it can be tried again; a menu opens from its own entry.
    if (control && !control.matches('[aria-haspopup], [data-slot="boundary"]')) close()
  }
  const toChoices = () => {
    const place = document.querySelector(`.${className.split(' ').join('.')}`)?.getBoundingClientRect()
    close()
    choose?.(place?.left ?? 0)
  }
  const row = (/** @type {BarEntry} */ { key, area, id, owner, detail }) =>
    h(
      'li',
      { key, className: 'hs-bar-fold-row' },
      h('hermes-slot', { area, cid: id }),
      h('span', { className: 'hs-bar-owner' }, detail ? `${owner} · ${detail}` : owner),
    )
  return [
    h('ul', { key: 'list', onClick }, folded.map(row)),
    choose
      ? h('button', { key: 'choose', type: 'button', className: 'hs-bar-fold-choose', 'data-slot': 'button', 'data-variant': 'ghost', 'data-size': 'sm', onClick: toChoices }, 'Choose items…')
      : null,
  ]
}

/** @param {readonly BarEntry[]} entries */
function bringHome(entries) {
  // After the list's own placeholders are gone, so that they do not take the contents along.
  queueMicrotask(() => {
    for (const { slot } of entries) if (slot.isConnected && slot.slotEntry && slot.slotEntry.element !== slot) slot.mount()
  })
}
