// Pattern 14: the hash is the router and is written synchronously.
import { host } from '@hermes/plugin-sdk'
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'hash-router',
  register(ctx) {
    const seen = (globalThis.hashesSeen = [])

    ctx.addEventListener(window, 'hashchange', () => seen.push(location.hash))
    ctx.register({ id: 'a', area: 'routes', data: { path: '/hash-a' }, render: () => jsx('h1', { children: 'Hash A' }) })
    ctx.register({
      id: 'go',
      area: 'statusBar.left',
      render: () =>
        jsx('button', {
          onClick: () => {
            host.navigate('#/hash-a')
            globalThis.hashAfterNavigate = location.hash
          },
          children: 'Go to hash A'
        })
    })
  }
}
