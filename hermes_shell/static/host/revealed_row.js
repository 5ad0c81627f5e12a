/** Brings a row of the Plugins page into view when an address that names it was opened from elsewhere. */

/** A row that does not come within this time is not there. */
const PATIENCE_MS = 5000

/** @type {(() => void) | null} ends the wait for the last one */
let stop = null

/** @param {string} folder of a plugin whose details the address opens */
export function revealRow(folder) {
  stop?.()
  if (show(folder)) return
  const observer = new MutationObserver(() => show(folder) && stop?.())
  observer.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => stop?.(), PATIENCE_MS)
  stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    stop = null
  }
}

/** @param {string} folder @returns {boolean} whether its details are there */
function show(folder) {
  const details = document.querySelector(`[data-folder="${CSS.escape(folder)}"] > .hs-plugin-details`)
  const row = details?.parentElement
  row?.scrollIntoView({ block: 'nearest' })
  return Boolean(row)
}
