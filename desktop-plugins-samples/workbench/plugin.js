// Everything that a plugin can put around the workspace: panes in every place, a page, rows of the sidebar, commands,
// keys, and items of both bars in every form. Take from it what you need.
import {
  KEYBINDS_AREA, PALETTE_AREA, PANES_AREA, ROUTES_AREA, SIDEBAR_NAV_AREA, SIDEBAR_NAV_PREFS_AREA, STATUSBAR_AREAS, TITLEBAR_AREAS,
  Button, Input, WorkspacePageHeaderControl, atom, host, useValue
} from '@hermes/plugin-sdk'
import { jsx, jsxs } from 'react/jsx-runtime'
import { useState } from 'react'

const PATH = '/workbench'
const count = atom(0)
const addOne = () => count.set(count.get() + 1)
const show = (id) => () => host.revealPane(`workbench:${id}`)

// What a user typed and clicked stays when the pane is moved: to another tab, another side, or out of the tree.
function Body({ name, hint }) {
  const [clicks, setClicks] = useState(0)
  return jsxs('section', {
    className: 'flex flex-col gap-2 p-3',
    'aria-label': `${name} content`,
    children: [
      jsx('p', { className: 'text-(--ui-text-secondary)', children: hint }),
      jsx(Input, { 'aria-label': `Note in ${name}`, placeholder: 'Type, then move the pane' }),
      jsx('div', { children: jsx(Button, { size: 'sm', variant: 'outline', onClick: () => setClicks(clicks + 1), children: `Clicked ${clicks}` }) })
    ]
  })
}

const pane = (id, title, hint, data) => ({ id, area: PANES_AREA, title, data, render: () => jsx(Body, { name: title, hint }) })

// Where a pane stands: a placement stacks it with the panes of that role, a dock puts it at an edge of one pane. A docked
// pane says its placement too: a pane without one counts as a right one, and later right panes would stack with it.
const placements = [
  pane('right', 'Right', 'placement: right', { placement: 'right', width: '320px', minWidth: '160px' }),
  pane('default', 'Default', 'No placement: right', {}),
  pane('left', 'Left', 'placement: left', { placement: 'left', width: '240px', maxWidth: '40vw' }),
  pane('top', 'Top', 'placement: top', { placement: 'top', height: '140px' }),
  pane('bottom', 'Bottom', 'placement: bottom', { placement: 'bottom', height: '180px', maxHeight: '50vh' }),
  pane('main', 'Main', 'placement: main', { placement: 'main' }),
  pane('floating', 'Floating', 'placement: floating', { placement: 'floating', anchor: 'bottom-right', width: '280px', height: '180px' })
]

const docks = [
  pane('dock-center', 'Dock centre', 'A tab beside the workspace', { placement: 'main', dock: { pane: 'workspace', pos: 'center' } }),
  pane('dock-top', 'Dock top', 'Above the right pane', { placement: 'top', dock: { pane: 'workbench:right', pos: 'top' }, height: '160px' }),
  pane('dock-bottom', 'Dock bottom', 'Below the right pane', { placement: 'bottom', dock: { pane: 'workbench:right', pos: 'bottom' }, height: '160px' }),
  pane('dock-left', 'Dock left', 'Left of the lower pane', { placement: 'bottom', dock: { pane: 'workbench:bottom', pos: 'left' }, width: '220px' }),
  pane('dock-right', 'Dock right', 'Right of the lower pane', { placement: 'bottom', dock: { pane: 'workbench:bottom', pos: 'right' }, width: '220px' }),
  pane('dock-before', 'Before', 'A tab before “Default”', { placement: 'right', dock: { pane: 'workbench:right', pos: 'center', before: 'workbench:default' } }),
  pane('dock-absent', 'Absent', 'Its dock is not there: it stacks with its placement', { placement: 'left', dock: { pane: 'nobody', pos: 'center' } }),
  pane('dock-enforced', 'Enforced', 'Goes back to its dock once a start', { placement: 'left', dock: { pane: 'workbench:left', pos: 'center', enforce: true } })
]

const chrome = [
  pane('chrome-strip', 'Strip', 'A lead, a title, a menu row and a control of its own', {
    placement: 'right',
    tabLead: () => jsx('span', { 'aria-hidden': true, children: '◆' }),
    tabTitle: () => jsx('span', { children: ['Strip ', jsx(Count, {})] }),
    tabWrap: ({ children }) => jsx('em', { className: 'not-italic', children }),
    tabMenuPrefix: () => jsx('span', { children: 'A row of the plugin' }),
    headerContent: () => jsx(Button, { size: 'xs', variant: 'ghost', onClick: addOne, children: 'Count' }),
    newTab: addOne
  }),
  pane('chrome-fixed', 'Fixed', 'Cannot be closed, dragged or minimised', { placement: 'left', uncloseable: true, tabDrag: false, collapsible: false }),
  pane('chrome-hide', 'Hide only', 'Closing it hides it', { placement: 'left', hideOnly: true, revealAliases: ['workbench-hidden'] }),
  pane('chrome-dismiss', 'Dismiss', 'Closing it never turns the plugin off', { placement: 'left', closeBehavior: 'dismiss', lifecycleKeepAlive: false }),
  pane('chrome-bare', 'Bare', 'No strip while the count is odd', { placement: 'top', dock: { pane: 'workbench:top', pos: 'right' }, width: '220px', headerVeto: () => count.get() % 2 === 1 }),
  pane('chrome-collapsed', 'Collapsed', 'Starts minimised', { placement: 'left', dock: { pane: 'workbench:left', pos: 'bottom' }, height: '160px', defaultCollapsed: true })
]

function Count() {
  return jsx('span', { className: 'tabular-nums', children: useValue(count) })
}

function Page() {
  return jsxs('article', {
    className: 'mx-auto flex max-w-[704px] flex-col gap-3 p-6',
    children: [
      jsx('h1', { className: 'text-base font-semibold', children: 'Workbench page' }),
      jsx(WorkspacePageHeaderControl, { id: 'workbench:add', children: jsx(Button, { size: 'xs', variant: 'ghost', onClick: addOne, children: 'Add one' }) }),
      jsx('p', { className: 'text-(--ui-text-secondary)', children: 'Its control stands in the header of the workspace, and in the page where the page has no header.' }),
      jsx('p', { role: 'status', 'aria-label': 'Page count', children: jsx(Count, {}) })
    ]
  })
}

const pages = [
  { id: 'page', area: ROUTES_AREA, title: 'Workbench', data: { path: PATH }, render: () => jsx(Page, {}) },
  { id: 'nav', area: SIDEBAR_NAV_AREA, data: { path: PATH, label: 'Workbench', codicon: 'layout' } },
  { id: 'nav-call', area: SIDEBAR_NAV_AREA, data: { label: 'Count up', codicon: 'add', onSelect: addOne } },
  { id: 'prefs', area: SIDEBAR_NAV_PREFS_AREA, data: { order: ['capabilities', 'workbench:nav'], hide: ['cron'] } }
]

const commands = [
  { id: 'open', area: PALETTE_AREA, data: { id: 'workbench.open', label: 'Open the workbench page', keywords: ['sample'], action: 'workbench.go', run: () => host.navigate(PATH) } },
  { id: 'count', area: PALETTE_AREA, data: { id: 'workbench.count', label: 'Workbench: count up', detail: () => `${count.get()} so far`, detailVariant: 'state', keepOpen: true, run: addOne } },
  { id: 'spoken', area: PALETTE_AREA, data: { id: 'workbench.spoken', label: 'Workbench: untranslated', labelKey: 'command', icon: () => jsx('span', { 'aria-hidden': true, children: '◆' }), run: show('right') } },
  { id: 'float', area: PALETTE_AREA, data: { id: 'workbench.float', label: 'Workbench: show the floating pane', keywords: ['float', 'card'], run: show('floating') } },
  { id: 'go', area: KEYBINDS_AREA, data: { id: 'workbench.go', label: 'Open the workbench page', category: 'navigation', defaults: ['mod+alt+w'], run: () => host.navigate(PATH) } },
  { id: 'up', area: KEYBINDS_AREA, data: { id: 'workbench.up', label: 'Workbench: count up', category: 'Workbench', defaults: ['mod+alt+u', 'alt+f6'], run: addOne } },
  { id: 'unbound', area: KEYBINDS_AREA, data: { id: 'workbench.reset', label: 'Workbench: count from zero', run: () => count.set(0) } }
]

const status = (id, side, data, render) => ({ id, area: STATUSBAR_AREAS[side], ...(render ? { render } : { data: { id, ...data } }) })

const statusBar = [
  status('status-render', 'right', null, () => jsxs('span', { className: 'tabular-nums', children: ['Count ', jsx(Count, {})] })),
  status('status-text', 'left', { label: 'Workbench', detail: 'text', variant: 'text', title: 'Words only' }),
  status('status-action', 'right', { label: 'Up', icon: 'add', onSelect: addOne, title: 'Count up' }),
  status('status-to', 'right', { label: 'Page', to: PATH, title: 'Open the workbench page' }),
  status('status-link', 'right', { label: 'Docs', variant: 'link', href: 'https://example.com/', title: 'A link' }),
  status('status-menu', 'right', {
    label: 'Menu', variant: 'menu', title: 'Count menu',
    menuItems: [
      { id: 'one', label: 'Add one', onSelect: addOne },
      { id: 'page', label: 'Open the page', to: PATH },
      { id: 'off', label: 'Not now', disabled: true },
      { id: 'gone', label: 'Never seen', hidden: true }
    ]
  }),
  status('status-content', 'right', {
    label: 'Panel', variant: 'menu', title: 'Count panel', menuAlign: 'end',
    menuContent: (close) => jsx('div', { className: 'p-3', children: jsx(Button, { size: 'sm', onClick: () => { addOne(); close() }, children: 'Add one and close' }) })
  }),
  status('status-disabled', 'right', { label: 'Later', disabled: true, onSelect: addOne }),
  status('status-hidden', 'right', { label: 'Never seen', hidden: true, onSelect: addOne })
]

const tool = (id, side, data) => ({ id, area: TITLEBAR_AREAS[side], data: { id, ...data } })

const titleBar = [
  { id: 'tool-render', area: TITLEBAR_AREAS.center, render: () => jsx(Count, {}) },
  tool('tool-action', 'right', { label: 'Count up', icon: 'add', onSelect: addOne, actionId: 'workbench.up' }),
  tool('tool-badge', 'right', { label: 'Two news', icon: 'bell', badge: 2, active: true, onSelect: show('right') }),
  tool('tool-to', 'left', { label: 'Workbench page', icon: 'layout', to: PATH }),
  tool('tool-link', 'left', { label: 'Example site', icon: 'link-external', href: 'https://example.com/' }),
  tool('tool-disabled', 'left', { label: 'Not now', icon: 'debug-pause', disabled: true }),
  tool('tool-hidden', 'left', { label: 'Never seen', icon: 'eye', hidden: true })
]

export default {
  id: 'workbench',
  name: 'Workbench',
  description: 'Panes in every place, a page, sidebar rows, commands, keys, and bar items in every form.',
  register(ctx) {
    ctx.i18n.register({ en: { command: 'Workbench: show the right pane' } })
    ctx.registerMany([...placements, ...docks, ...chrome, ...pages, ...commands, ...statusBar, ...titleBar])
  }
}
