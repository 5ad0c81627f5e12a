/** Panes that change their group keep their panel: it goes over before either group is drawn anew, with everything that lives in it. */
import { arrange } from './element_moves.js'

/**
 * @param {readonly import('./fragments.js').Part[]} parts of one frame; the groups in them stand already
 */
export function carryPanels(parts) {
  for (const { target, html } of parts) {
    if (!target?.startsWith('[data-zone=') || !html) continue
    const zone = document.querySelector(target)
    if (zone) carryInto(zone, html)
  }
}

/**
 * @param {Element} zone
 * @param {string} html its new inside
 */
function carryInto(zone, html) {
  const template = document.createElement('template')
  template.innerHTML = html
  const panels = [...template.content.children].flatMap((part) => (part.matches('.hs-pane[id]') ? (document.getElementById(part.id) ?? []) : []))
  if (panels.every((panel) => panel.parentElement === zone)) return
  for (const panel of panels) delete panel.dataset.parked
  // Only what comes from elsewhere is put into order: the morph sees to those that are here.
  arrange(zone, panels)
}
