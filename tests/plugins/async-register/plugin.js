// Pattern 24: register awaits before it registers; a second mode rejects later.
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'async-register',
  async register(ctx) {
    ctx.register({ id: 'early', area: 'statusBar.right', render: () => jsx('span', { children: 'early chip' }) })
    await new Promise((resolve, reject) => {
      globalThis.finishRegister = resolve
      globalThis.failRegister = () => reject(new Error('the service said no'))
    })
    ctx.register({ id: 'late', area: 'statusBar.right', render: () => jsx('span', { children: 'late chip' }) })
  }
}
