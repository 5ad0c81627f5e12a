/** The status bar at work: what the user hid stays away, what has no room folds, and both have a list. */
import { createElement as h } from '../vendor/react.js'
import { createRoot } from '../vendor/react-dom-client.js'
import { barEntries } from './bar_entries.js'
import { BarOverflow } from './bar_overflow.js'
import { watchBar } from './bar_watch.js'
import { registerCommand } from './commands.js'
import { mountIsland } from './islands.js'
import { onPreference } from './preferences.js'
import { HIDDEN, StatusChoices, openStatusChoices, startStatusChoices } from './status_choices.js'
import { $folded, fold } from './status_fold.js'

/** Starts it. Call once. */
export function startStatusBar() {
  const bar = document.querySelector('[data-region="statusbar"]')
  if (!(bar instanceof HTMLElement)) return
  const more = document.createElement('div')
  more.className = 'hs-status-more-place'
  bar.querySelector('[data-area="statusBar.left"]')?.after(more)
  createRoot(more).render(
    h(BarOverflow, {
      $folded, noun: 'status item', side: 'top', className: 'hs-chip hs-status-more', face: (/** @type {number} */ count) => `+${count}`, choose: openStatusChoices,
    }),
  )
  mountIsland(h(StatusChoices))
  /** @type {ReadonlySet<string>} */
  let hidden = new Set()
  const ask = watchBar(bar, () => {
    const entries = barEntries(bar)
    for (const { slot, key, urgent } of entries) slot.toggleAttribute('data-status-hidden', hidden.has(key) && !urgent)
    fold(bar, more, entries.filter(({ key, urgent }) => urgent || !hidden.has(key)))
  })
  onPreference(HIDDEN, (keys) => {
    hidden = new Set(keys)
    ask()
  })
  startStatusChoices()
  registerCommand('view.statusItems', () => openStatusChoices())
}
