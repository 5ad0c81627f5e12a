// Pattern 20: storage as a flag between windows and as a once-a-day lock.
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'two-windows',
  register(ctx) {
    globalThis.readFlag = () => ctx.storage.get('flag', 'none')
    ctx.register({
      id: 'set',
      area: 'statusBar.left',
      render: () => jsx('button', { onClick: () => ctx.storage.set('flag', 'set by a window'), children: 'Set flag' })
    })
  }
}
