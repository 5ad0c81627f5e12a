/** The view of a TitlebarTool. Source: contract section 4.6. */
import { Fragment, createElement as h } from '../vendor/react.js'
import { useStore } from '../vendor/nanostores-react.js'
import { runCommand } from './commands.js'
import { commandState } from './command_states.js'
import { iconNode } from './icon.js'
import { selectItem } from './item_parts.js'
import { hotkeyOf } from './keybinds.js'

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

/** @param {{ tool: Tool, contribution?: import('./contribution_view.js').Contribution }} props */
export function TitlebarTool({ tool, contribution }) {
  const state = useStore(commandState(tool.command ?? ''))
  if (tool.hidden) return null
  const { href, command, badge } = tool
  const disabled = tool.disabled || state.disabled
  const active = tool.active ?? state.pressed
  const hotkey = tool.actionId ? hotkeyOf(tool.actionId) : null
  const text = tool.title ?? tool.label
  const props = {
    className: tool.className ? `hs-tool ${tool.className}` : 'hs-tool',
    'data-slot': 'titlebar-tool',
    'data-tour': tool.tour,
    title: hotkey ? `${text} (${hotkey})` : text,
    'aria-label': badge ? `${text}, ${badge}` : text,
  }
  const face = h(
    Fragment,
    null,
    iconNode(active && tool.iconOn ? tool.iconOn : tool.icon, 'hs-tool-icon') ?? tool.label,
    badge ? h('span', { className: 'hs-tool-badge', 'aria-hidden': true }, badge) : null,
  )
  if (href) return h('a', { ...props, href: disabled ? undefined : href, target: '_blank', rel: 'noreferrer', 'aria-disabled': disabled || undefined }, face)
  /** @param {import('react').MouseEvent} event */
  const onClick = (event) => {
    if (command) runCommand(command)
    selectItem(tool, contribution, event)
  }
  return h('button', { type: 'button', ...props, disabled, 'aria-pressed': active === undefined ? undefined : active, onClick }, face)
}
