// The plugin loads; one contribution throws when it renders and is replaced by a small error with Retry.
import { jsx } from 'react/jsx-runtime'

function Broken() {
  throw new Error('this pane cannot be drawn')
}

export default {
  id: 'render-throws',
  name: 'Render throws',
  register(ctx) {
    ctx.registerMany([
      { id: 'pane', area: 'panes', title: 'broken', data: { placement: 'right' }, render: () => jsx(Broken, {}) },
      { id: 'chip', area: 'statusBar.right', render: () => jsx(Broken, {}) },
      { id: 'fine', area: 'statusBar.right', render: () => jsx('span', { children: 'still here' }) }
    ])
  }
}
