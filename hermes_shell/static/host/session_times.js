/** How long the turn of a running session takes, in its row. One timer for all, and none while nothing runs or nobody looks. */
import { sessionList } from './session_list.js'

const EVERY_MS = 15_000

/** Follows the rows. Call once. */
export function startSessionTimes() {
  const list = sessionList()
  if (!list) return
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const tell = () => {
    clearTimeout(timer)
    const times = list.querySelectorAll('time[data-since]')
    for (const time of times) {
      const text = elapsed(Date.now() / 1000 - Number(/** @type {HTMLElement} */ (time).dataset.since))
      if (time.textContent !== text) time.textContent = text
    }
    if (times.length > 0 && !document.hidden) timer = setTimeout(tell, EVERY_MS)
  }
  document.addEventListener('visibilitychange', tell)
  new MutationObserver(tell).observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-since'] })
}

/** @param {number} seconds */
function elapsed(seconds) {
  if (seconds < 60) return '<1 m'
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} m` : `${Math.floor(minutes / 60)} h`
}
