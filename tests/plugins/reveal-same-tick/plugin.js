// Pattern 2: a pane is registered and revealed in the same tick.
import { host } from '@hermes/plugin-sdk'
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'reveal-same-tick',
  register(ctx) {
    ctx.register({
      id: 'first',
      area: 'panes',
      title: 'first',
      data: { placement: 'right' },
      render: () => jsx('p', { children: 'first pane' })
    })
    ctx.register({
      id: 'open',
      area: 'statusBar.left',
      render: () =>
        jsx('button', {
          onClick: () => {
            ctx.register({
              id: 'late',
              area: 'panes',
              title: 'late',
              data: { placement: 'right' },
              render: () => jsx('p', { children: 'late pane' })
            })
            host.revealPane('reveal-same-tick:late')
          },
          children: 'Open late pane'
        })
    })
  }
}
