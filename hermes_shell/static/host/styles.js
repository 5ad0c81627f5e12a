/**
 * The one utility sheet of all plugins: a new one replaces the old link after it has loaded, so nothing is ever unstyled.
 */

const SHEET_ID = 'utility-sheet'

/** @type {HTMLLinkElement | null} the sheet on its way */
let arriving = null

/** @param {{ hash: string, url: string } | null | undefined} sheet */
export function applyStyles(sheet) {
  if (!sheet?.url) return
  const current = /** @type {HTMLLinkElement | null} */ (document.getElementById(SHEET_ID))
  const wanted = arriving ?? current
  if (wanted?.dataset.hash === sheet.hash) return
  arriving?.remove()
  arriving = null
  if (current?.dataset.hash === sheet.hash) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = sheet.url
  link.dataset.hash = sheet.hash
  link.addEventListener('load', () => {
    if (arriving !== link) return
    arriving = null
    current?.remove()
    link.id = SHEET_ID
  })
  link.addEventListener('error', () => {
    if (arriving === link) arriving = null
    link.remove()
    console.error(`the utility sheet ${sheet.hash} could not be loaded; the old one stays`)
  })
  arriving = link
  if (current) current.after(link)
  else document.head.append(link)
}
