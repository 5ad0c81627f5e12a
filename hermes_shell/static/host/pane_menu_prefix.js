/** The rows that a plugin puts in front of its tab's menu: `tabMenuPrefix`, a node or a function of the menu's parts. */
import { Fragment, createElement as h, isValidElement } from '../vendor/react.js'
import { DropdownMenu } from '../vendor/radix.js'
import { DropdownMenuItem, DropdownMenuSeparator } from '../sdk/kit/dropdown_menu.js'
import { Boundary } from './boundary.js'
import { nodeOf } from './field_view.js'
import { SEPARATOR } from './menu_parts.js'
import { registry } from './registry.js'

/** What a function gets to make its rows of, whatever menu it stands in. */
const KIT = Object.freeze({
  Item: DropdownMenuItem,
  Separator: DropdownMenuSeparator,
  Sub: DropdownMenu.Sub,
  SubTrigger: (/** @type {object} */ props) => h(DropdownMenu.SubTrigger, /** @type {any} */ ({ 'data-slot': 'context-menu-sub-trigger', ...props })),
  SubContent: (/** @type {object} */ props) => h(DropdownMenu.SubContent, /** @type {any} */ ({ 'data-slot': 'context-menu-sub-content', ...props })),
})

/** @param {{ pane: string }} props */
export function PrefixRows({ pane }) {
  const contribution = registry.get('panes', pane)
  if (!contribution) return null
  return h(
    Boundary,
    { variant: 'mark', id: pane, text: 'Rows of the plugin are missing', part: 'tabMenuPrefix', contribution },
    h(Rows, { contribution }),
  )
}

/** @param {{ contribution: import('./contribution.js').Contribution }} props */
function Rows({ contribution }) {
  const prefix = contribution.data?.tabMenuPrefix
  const node = typeof prefix === 'function' && !prefix.prototype?.isReactComponent ? prefix(KIT) : nodeOf(prefix)
  if (node === undefined || node === null || node === false) return null
  if (typeof node !== 'object' || !(isValidElement(node) || Array.isArray(node))) throw new TypeError(`tabMenuPrefix is ${typeof node}, not rows of a menu`)
  return h(Fragment, null, node, h(DropdownMenu.Separator, SEPARATOR))
}
