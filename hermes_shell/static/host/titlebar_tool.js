/** The view of a TitlebarTool. Source: contract section 4.6. */
import { Fragment, createElement as h, useSyncExternalStore } from '../vendor/react.js'
import { useStore } from '../vendor/nanostores-react.js'
import { localId } from './bar_entries.js'
import { runCommand } from './commands.js'
import { commandState } from './command_states.js'
import { iconNode } from './icon.js'
import { checkedItem } from './item_checks.js'
import { selectItem } from './item_parts.js'
import { $overrides, hotkeyOf } from './keybinds.js'
import { registry } from './registry.js'

/**
 * @typedef {object} Tool
 * @property {string} id
 * @property {string} label
 * @property {unknown} [icon]
 * @property {boolean} [active] a toggle that is on
 * @property {string} [className]
 * @property {boolean} [disabled]
 * @property {boolean} [hidden]
 * @property {string} [href]
 * @property {(event: unknown) => unknown} [onSelect]
 * @property {string} [actionId] the shortcut of this action stands in the tooltip
 * @property {number} [badge] hidden at 0
 * @property {string} [title]
 * @property {string} [to]
 * @property {string} [tour]
 * @property {string} [command] core tools: the command a click runs; its state disables or presses the button
 * @property {unknown} [iconOn] core tools: the icon while what they toggle is on
 */

/** A count that is wider than its button is told as "99+". */
const MOST_SHOWN = 99

/** @param {{ tool: Tool, contribution?: any }} props */
export function TitlebarTool({ tool: given, contribution }) {
  const tool = /** @type {Tool | null} */ (contribution ? checkedItem(contribution).item : given)
  const state = useStore(commandState(tool?.command ?? ''))
  const hotkey = useSyncExternalStore(followKeys, () => (tool?.actionId ? hotkeyOf(tool.actionId) : null))
  if (!tool || tool.hidden) return null
  const { href, command } = tool
  const badge = Math.max(tool.badge ?? 0, 0)
  const disabled = tool.disabled || state.disabled
  const active = tool.active ?? state.pressed
  const name = tool.label || (contribution ? localId(contribution.id) : '')
  const text = tool.title || name
  const props = {
    className: tool.className ? `hs-tool ${tool.className}` : 'hs-tool',
    'data-slot': 'titlebar-tool',
    'data-tour': tool.tour,
    // One digit lies on the corner of the icon; more stand beside it.
    'data-count': badge > 9 ? '' : undefined,
    title: hotkey ? `${text} (${hotkey})` : text,
    'aria-label': badge ? `${text}, ${badge}` : text,
  }
  const icon = iconNode(active && tool.iconOn ? tool.iconOn : tool.icon, 'hs-tool-icon')
  const face = h(
    Fragment,
    null,
    icon,
    // On the bar a tool with an icon is its icon; in the list of what has no room the name stands beside it.
    h('bdi', { className: icon ? 'hs-tool-name' : 'hs-tool-label' }, name),
    badge ? h('span', { className: 'hs-tool-badge', 'aria-hidden': true }, badge > MOST_SHOWN ? `${MOST_SHOWN}+` : badge) : null,
  )
  if (href) return h('a', { ...props, href: disabled ? undefined : href, target: '_blank', rel: 'noreferrer', 'aria-disabled': disabled || undefined }, face)
  /** @param {import('react').MouseEvent} event */
  const onClick = (event) => {
    if (command) runCommand(command)
    selectItem(tool, contribution, event)
  }
  return h('button', { type: 'button', ...props, disabled, 'aria-pressed': active === undefined ? undefined : active, onClick }, face)
}

/** The keys of an action change with the user's bindings, and with the plugin that brings it. @param {() => void} listener */
function followKeys(listener) {
  const stops = [$overrides.listen(listener), registry.subscribe('keybinds', listener)]
  return () => stops.forEach((stop) => stop())
}
