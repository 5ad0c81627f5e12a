// register() stops half-way: what it registered before is taken back.
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'register-throws',
  name: 'Register throws',
  register(ctx) {
    ctx.register({ id: 'chip', area: 'statusBar.right', render: () => jsx('span', { children: 'rolled back' }) })
    throw new Error('register() stopped half-way')
  }
}
