/** Master and detail: the frame of a page with a list beside its content. */
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { iconNode } from './icon_node.js'
import { classes, part } from './part.js'
import { SearchField } from './search_field.js'

export const PanelBody = part('panel-body', 'div')
export const PanelDetail = part('panel-detail', 'div')
export const PanelSectionLabel = part('panel-section-label', 'div')
export const PanelBlock = part('panel-block', 'pre')

/** @param {{ title: any, subtitle?: any, actions?: any, className?: string, [rest: string]: any }} props */
export function PanelHeader({ title, subtitle, actions, className, ...rest }) {
  return jsxs('header', {
    'data-slot': 'panel-header',
    ...rest,
    ...classes(className),
    children: [
      jsxs('div', {
        'data-slot': 'panel-header-text',
        children: [
          jsx('h2', { 'data-slot': 'panel-header-title', children: title }, 'title'),
          subtitle ? jsx('p', { 'data-slot': 'panel-header-subtitle', children: subtitle }, 'subtitle') : null,
        ],
      }, 'text'),
      actions ? jsx('div', { 'data-slot': 'panel-header-actions', children: actions }, 'actions') : null,
    ],
  })
}

/**
 * @param {{ onSearchChange?: (value: string) => void, searchValue?: string, searchLabel?: string, searchPlaceholder?: string,
 *   className?: string, [rest: string]: any }} props with `onSearchChange` a search field is pinned to the top
 */
export function PanelList({ onSearchChange, searchValue = '', searchLabel, searchPlaceholder, className, children, ...rest }) {
  return jsxs('div', {
    'data-slot': 'panel-list',
    ...rest,
    ...classes(className),
    children: [
      onSearchChange
        ? jsx(SearchField, { value: searchValue, onChange: onSearchChange, placeholder: searchPlaceholder, 'aria-label': searchLabel }, 'search')
        : null,
      children,
    ],
  })
}

/** @param {{ rows: readonly { label: any, value: any }[], className?: string, [rest: string]: any }} props */
export function PanelMeta({ rows, className, ...rest }) {
  return jsx('dl', {
    'data-slot': 'panel-meta',
    ...rest,
    ...classes(className),
    // The position is part of the key: labels may be nodes, or equal.
    children: rows.flatMap(({ label, value }, i) => [jsx('dt', { children: label }, `${i}:label`), jsx('dd', { children: value }, `${i}:value`)]),
  })
}

/** @param {{ tone?: 'bad' | 'good' | 'muted' | 'warn', className?: string, [rest: string]: any }} props */
export function PanelPill({ tone = 'muted', className, ...rest }) {
  return jsx('span', { 'data-slot': 'panel-pill', 'data-tone': tone, ...rest, ...classes(className) })
}

/** @param {{ icon?: any, title?: any, description?: any, action?: any, className?: string, [rest: string]: any }} props */
export function PanelEmpty({ icon = 'inbox', title, description, action, className, ...rest }) {
  return jsxs('div', {
    'data-slot': 'panel-empty',
    ...rest,
    ...classes(className),
    children: [
      iconNode(icon),
      title ? jsx('div', { 'data-slot': 'panel-empty-title', children: title }, 'title') : null,
      description ? jsx('div', { 'data-slot': 'panel-empty-description', children: description }, 'description') : null,
      action ? jsx('div', { 'data-slot': 'panel-empty-action', children: action }, 'action') : null,
    ],
  })
}

/** @param {{ label: any, onClick: () => void, icon?: any, className?: string, [rest: string]: any }} props */
export function PanelAddButton({ label, onClick, icon = 'add', className, ...rest }) {
  return jsxs('button', {
    'data-slot': 'panel-add-button',
    type: 'button',
    ...rest,
    ...classes(className),
    onClick,
    children: [iconNode(icon), jsx('span', { children: label }, 'label')],
  })
}

/** @param {{ icon?: any, onClick: () => void, disabled?: boolean, className?: string, [rest: string]: any }} props */
export function PanelAction({ icon, onClick, disabled, className, children, ...rest }) {
  return jsxs('button', {
    'data-slot': 'panel-action',
    type: 'button',
    ...rest,
    ...classes(className),
    disabled,
    onClick,
    children: [iconNode(icon), children],
  })
}

