/** The title bar at work: what has no room folds into one list, so that nothing overlaps and the shell's own tools stay. */
import { createElement as h } from '../vendor/react.js'
import { createRoot } from '../vendor/react-dom-client.js'
import { barEntries } from './bar_entries.js'
import { BarOverflow } from './bar_overflow.js'
import { $foldedTools, foldTools } from './title_fold.js'
import { watchBar } from './bar_watch.js'

/** Starts it. Call once. */
export function startTitleBar() {
  const bar = document.querySelector('[data-region="titlebar"]')
  if (!(bar instanceof HTMLElement)) return
  const more = document.createElement('div')
  more.className = 'hs-title-more-place'
  bar.querySelector('[data-area="titleBar.tools.right"]')?.before(more)
  const face = () => h('i', { className: 'codicon codicon-ellipsis hs-tool-icon', 'aria-hidden': true })
  createRoot(more).render(
    h(BarOverflow, { $folded: $foldedTools, noun: 'title bar item', side: 'bottom', className: 'hs-icon-button hs-title-more', face }),
  )
  watchBar(bar, () => foldTools(bar, more, barEntries(bar)))
}
