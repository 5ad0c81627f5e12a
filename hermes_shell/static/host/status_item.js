/**
 * The view of a StatusbarItem, for core and plugins alike. Source: contract section 4.5 (rule B1).
 * Order of the rules: hidden, menu, inert text, link, button.
 */
import { Fragment, createElement as h } from '../vendor/react.js'
import { localId } from './bar_entries.js'
import { runCommand } from './commands.js'
import { iconNode } from './icon.js'
import { checkedItem } from './item_checks.js'
import { selectItem } from './item_parts.js'
import { StatusMenu } from './status_menu.js'

/**
 * @typedef {object} StatusbarItem
 * @property {string} id
 * @property {import('react').ReactNode} [label]
 * @property {import('react').ReactNode} [toggleLabel] an older name of label that public plugins use
 * @property {import('react').ReactNode} [detail]
 * @property {unknown} [icon]
 * @property {string} [className]
 * @property {boolean} [disabled]
 * @property {boolean} [hidden]
 * @property {string} [href]
 * @property {'start' | 'center' | 'end'} [menuAlign]
 * @property {string} [menuClassName]
 * @property {import('react').ReactNode | ((close: () => void) => import('react').ReactNode)} [menuContent]
 * @property {StatusbarItem[]} [menuItems]
 * @property {(detail: { shiftKey: boolean }) => unknown} [onSelect]
 * @property {string} [title]
 * @property {string} [to]
 * @property {'action' | 'link' | 'menu' | 'text'} [variant]
 * @property {string} [command] core items: the command a click runs
 * @property {string} [tone] core items: good, muted, warn, bad or ask
 */

/** @param {{ item: StatusbarItem, contribution?: any }} props */
export function StatusItem({ item: given, contribution }) {
  const item = /** @type {StatusbarItem | null} */ (contribution ? checkedItem(contribution).item : given)
  if (!item || item.hidden) return null
  const { variant, menuContent, menuItems, onSelect, to, href, command, disabled } = item
  const face = h(ItemFace, { item, fallback: contribution && localId(contribution.id) })
  if (variant === 'menu' && (menuContent || menuItems?.some(({ hidden }) => !hidden))) {
    return h(StatusMenu, { item, contribution }, h('button', { type: 'button', ...chipProps(item, 'menu'), disabled }, face))
  }
  if (variant === 'text' && !onSelect && !to && !href && !command) return h('span', chipProps(item, 'text'), face)
  if (href || variant === 'link') {
    const anchor = { href: disabled ? undefined : href, target: '_blank', rel: 'noreferrer', 'aria-disabled': disabled || undefined }
    return h('a', { ...chipProps(item, 'link'), ...anchor }, face)
  }
  /** @param {import('react').MouseEvent} event */
  const onClick = (event) => {
    if (command) runCommand(command)
    selectItem(item, contribution, { shiftKey: event.shiftKey })
  }
  return h('button', { type: 'button', ...chipProps(item, 'action'), disabled, onClick }, face)
}

/**
 * @param {StatusbarItem} item
 * @param {string} variant
 */
function chipProps({ className, title, tone }, variant) {
  return {
    className: className ? `hs-chip ${className}` : 'hs-chip',
    'data-slot': 'statusbar-item',
    'data-variant': variant,
    'data-tone': tone,
    title: title || undefined,
    'aria-label': title || undefined,
  }
}

/**
 * Icon, label and detail of an item, in a chip or in a menu.
 * @param {{ item: StatusbarItem, fallback?: string }} props fallback: what names an item that says nothing of itself
 */
export function ItemFace({ item, fallback }) {
  const icon = iconNode(item.icon, 'hs-chip-icon') ?? toneShape(item.tone)
  const given = item.label ?? item.toggleLabel
  const label = icon || isShown(given) || isShown(item.detail) ? given : fallback
  return h(
    Fragment,
    null,
    icon,
    isShown(label) ? h('span', { className: 'hs-chip-label' }, label) : null,
    isShown(item.detail) ? h('span', { className: 'hs-chip-detail' }, item.detail) : null,
  )
}

/** A state is a shape first, then a colour. @param {string | undefined} tone */
const toneShape = (tone) => (tone ? h('span', { 'data-slot': 'status-dot', 'data-tone': tone, 'aria-hidden': true }) : null)

/** @param {unknown} node */
const isShown = (node) => node !== null && node !== undefined && node !== false && node !== ''
