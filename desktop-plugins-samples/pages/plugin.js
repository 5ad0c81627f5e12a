// A full page with a row in the sidebar and a row in the palette.
import { Badge, Button, PALETTE_AREA, ROUTES_AREA, SIDEBAR_NAV_AREA, host } from '@hermes/plugin-sdk'
import { jsx, jsxs } from 'react/jsx-runtime'

const PATH = '/sample-page'

function Page() {
  return jsxs('article', {
    className: 'mx-auto flex max-w-[704px] flex-col gap-3 p-6',
    children: [
      jsxs('h1', {
        className: 'flex items-center gap-2 text-base font-semibold',
        children: ['A page of a plugin', jsx(Badge, { variant: 'muted', children: 'sample' })]
      }),
      jsx('p', {
        className: 'text-(--ui-text-secondary)',
        children: 'It fills the workspace, has its own address, and is reached from the sidebar or the palette.'
      }),
      jsx('div', {
        children: jsx(Button, { variant: 'outline', onClick: () => host.navigate('/'), children: 'Back to the start' })
      })
    ]
  })
}

export default {
  id: 'pages',
  name: 'Pages',
  description: 'A page, a sidebar row and a palette row.',
  register(ctx) {
    ctx.registerMany([
      { id: 'page', area: ROUTES_AREA, data: { path: PATH }, render: () => jsx(Page, {}) },
      { id: 'nav', area: SIDEBAR_NAV_AREA, data: { path: PATH, label: 'Sample page', codicon: 'book' } },
      {
        id: 'open',
        area: PALETTE_AREA,
        data: { id: 'pages.open', label: 'Open the sample page', keywords: ['sample'], run: () => host.navigate(PATH) }
      }
    ])
  }
}
