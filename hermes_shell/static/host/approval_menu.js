/** The menu of what the agent asks before: for all chats, and the way around it for one. */
import { createElement as h } from '../vendor/react.js'
import { DropdownMenu } from '../vendor/radix.js'
import { MenuChoice, MenuChoices, MenuHeading } from './composer_popup.js'
import { SEPARATOR, menuTick } from './menu_parts.js'

/** Modes of the gateway and what they mean. */
export const APPROVALS = Object.freeze([
  { mode: 'manual', label: 'Ask first', detail: 'before every command that may do harm' },
  { mode: 'smart', label: 'Ask if in doubt', detail: 'a model judges the command first' },
  { mode: 'off', label: 'Never ask', detail: 'runs everything at once' },
])

/**
 * @param {{ now: () => { approval: string, bypass: boolean }, choose: (mode: string) => void, bypass: (on: boolean) => void }} doors
 */
export const approvalMenu = ({ now, choose, bypass }) =>
  function ApprovalMenu() {
    const { approval, bypass: on } = now()
    const here = { 'data-slot': 'context-menu-checkbox-item', textValue: 'Never ask in this chat', checked: on, disabled: approval === 'off', onCheckedChange: bypass }
    return [
      h(MenuHeading, { key: 'all' }, 'In all chats'),
      h(MenuChoices, { key: 'modes', value: approval, choose }, APPROVALS.map(({ mode, label, detail }) => h(MenuChoice, { key: mode, value: mode, label, detail }))),
      h(DropdownMenu.Separator, { ...SEPARATOR, key: 'line' }),
      h(DropdownMenu.CheckboxItem, { .../** @type {any} */ (here), key: 'here' }, menuTick(), h('span', { className: 'hs-composer-popup-name' }, 'Never ask in this chat')),
    ]
  }
