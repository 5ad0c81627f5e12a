/** The status bar at work: what the user hid stays away, what has no room folds, and both have a list. */
import { createElement as h } from '../vendor/react.js'
import { createRoot } from '../vendor/react-dom-client.js'
import { registerCommand } from './commands.js'
import { mountIsland } from './islands.js'
import { onPreference } from './preferences.js'
import { HIDDEN, StatusChoices, openStatusChoices, startStatusChoices } from './status_choices.js'
import { statusEntries } from './status_entries.js'
import { fold } from './status_fold.js'
import { StatusOverflow } from './status_overflow.js'

/** Starts it. Call once. */
export function startStatusBar() {
  const bar = document.querySelector('[data-region="statusbar"]')
  if (!(bar instanceof HTMLElement)) return
  const more = document.createElement('div')
  more.className = 'hs-status-more-place'
  bar.querySelector('[data-area="statusBar.left"]')?.after(more)
  createRoot(more).render(h(StatusOverflow))
  mountIsland(h(StatusChoices))
  /** @type {ReadonlySet<string>} */
  let hidden = new Set()
  let asked = false
  const arrange = () => {
    asked = false
    const entries = statusEntries(bar)
    for (const { slot, key, urgent } of entries) slot.toggleAttribute('data-status-hidden', hidden.has(key) && !urgent)
    fold(bar, more, entries.filter(({ key, urgent }) => urgent || !hidden.has(key)))
  }
  // Once a frame and before it is painted, however many items change.
  const ask = () => {
    if (!asked) requestAnimationFrame(arrange)
    asked = true
  }
  onPreference(HIDDEN, (keys) => {
    hidden = new Set(keys)
    ask()
  })
  new MutationObserver(ask).observe(bar, { childList: true, subtree: true, characterData: true, attributeFilter: ['data-state'] })
  new ResizeObserver(ask).observe(bar)
  startStatusChoices()
  registerCommand('view.statusItems', () => openStatusChoices())
}
