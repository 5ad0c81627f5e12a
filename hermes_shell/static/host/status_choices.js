/** The list of a right click on the status bar: which entries stand on it, each with its plugin's name. */
import { barEntries } from './bar_entries.js'
import { choicesMenu } from './choices_menu.js'

/** The setting that holds what the user hid. */
export const HIDDEN = 'statusBar.hidden'

const menu = choicesMenu({
  name: 'Items of the status bar',
  heading: 'Show on the status bar',
  setting: HIDDEN,
  side: 'top',
  list: () => {
    const bar = statusBar()
    // Urgent entries cannot be hidden: what went wrong is never out of sight by choice.
    return bar ? barEntries(bar).filter(({ urgent }) => !urgent) : []
  },
})

export const StatusChoices = menu.Menu

/**
 * Opens the list above the bar.
 * @param {number} [x] px in the window; the bar's left end when it is not given
 */
export function openStatusChoices(x) {
  const bar = statusBar()
  if (!bar || bar.hidden) return
  const { left, top } = bar.getBoundingClientRect()
  menu.open({ x: x ?? left, y: top })
}

/** Opens it on a right click or the menu key on the bar, unless the entry has a menu of its own. Call once. */
export function startStatusChoices() {
  document.addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented || !(event.target instanceof Element) || !event.target.closest('[data-region="statusbar"]')) return
    event.preventDefault()
    openStatusChoices(event.clientX)
  })
}

const statusBar = () => /** @type {HTMLElement | null} */ (document.querySelector('[data-region="statusbar"]'))
