// Pattern 30: unknown areas, methods and host members.
import { host } from '@hermes/plugin-sdk'
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'unknown-names',
  register(ctx) {
    const probe = (globalThis.unknownNames = { member: typeof host.notInThisVersion })

    ctx.register({ id: 'lost', area: 'some.future.area', render: () => jsx('span', { children: 'inert' }) })
    host.request('no.such.method').then(
      () => (probe.request = 'resolved'),
      error => (probe.request = error.message)
    )
    ctx.register({ id: 'chip', area: 'statusBar.right', render: () => jsx('span', { children: 'unknown is fine' }) })
  }
}
