// Pattern 4: a route is registered and navigated to at once; also the first load on that path.
import { ROUTES_AREA, host } from '@hermes/plugin-sdk'
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'route-at-once',
  register(ctx) {
    ctx.register({
      id: 'page',
      area: ROUTES_AREA,
      data: { path: '/remembered' },
      render: () => jsx('h1', { children: 'Remembered page' })
    })
    ctx.register({
      id: 'open',
      area: 'statusBar.left',
      render: () =>
        jsx('button', {
          onClick: () => {
            ctx.register({
              id: 'late-page',
              area: ROUTES_AREA,
              data: { path: '/late' },
              render: () => jsx('h1', { children: 'Late page' })
            })
            host.navigate('/late')
          },
          children: 'Open late page'
        })
    })
  }
}
