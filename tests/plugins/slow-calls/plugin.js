// Patterns 16 and 17: slow gateway calls in flight; an event is matched by an id that an answer brought.
import { host } from '@hermes/plugin-sdk'
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'slow-calls',
  register(ctx) {
    const order = (globalThis.slowCalls = { order: [], errors: [] })

    ctx.onEvent('session.info', event => {
      order.order.push(`event ${event.session_id}`)
      host.notify({ message: 'the event came' })
    })
    ctx.register({
      id: 'start',
      area: 'statusBar.left',
      render: () =>
        jsx('button', {
          onClick: () => {
            for (let index = 0; index < 5; index += 1) {
              host.request('slow.call', { index }, 120_000).catch(error => order.errors.push(error.message))
            }
            host.request('session.create').then(
              answer => order.order.push(`answer ${answer.session_id}`),
              error => order.errors.push(error.message)
            )
            ctx.storage.set('started', true)
            ctx.register({
              id: 'started',
              area: 'statusBar.right',
              render: () => jsx('span', { children: 'calls started' })
            })
          },
          children: 'Start slow calls'
        })
    })
  }
}
