/** The keys of a tab strip: arrow keys, Home and End walk the tabs, Delete closes one. */

const TAB_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

/**
 * Listens for the keys. Call once.
 * @param {(pane: string) => void} activate brings a pane to the front
 */
export function startTabKeys(activate) {
  document.addEventListener('keydown', (event) => onTabKey(event, activate))
}

/**
 * @param {KeyboardEvent} event
 * @param {(pane: string) => void} activate
 */
function onTabKey(event, activate) {
  const tab = event.target instanceof HTMLElement ? event.target.closest('[role="tab"][data-pane-activate]') : null
  if (!(tab instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
  if (event.key === 'Delete') {
    event.preventDefault()
    tab.closest('[data-tab]')?.querySelector('[data-pane-close]')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    return
  }
  if (!TAB_KEYS.has(event.key)) return
  const tabs = [...(tab.closest('[role="tablist"]')?.querySelectorAll('[role="tab"]') ?? [])]
  const at = tabs.indexOf(tab)
  const step = event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 1
  const next = event.key === 'Home' ? tabs[0] : event.key === 'End' ? tabs.at(-1) : tabs[(at + step + tabs.length) % tabs.length]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  activate(next.dataset.paneActivate ?? '')
  next.focus()
}
