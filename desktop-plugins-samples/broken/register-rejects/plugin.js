// register() is asynchronous and rejects: the same as a throw, only later.
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'register-rejects',
  name: 'Register rejects',
  async register(ctx) {
    ctx.register({ id: 'chip', area: 'statusBar.right', render: () => jsx('span', { children: 'rolled back' }) })
    await Promise.resolve()
    throw new Error('register() rejected')
  }
}
