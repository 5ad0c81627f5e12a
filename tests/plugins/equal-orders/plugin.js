// Pattern 27: chips that share one order keep their sequence.
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'equal-orders',
  register(ctx) {
    for (const name of ['one', 'two', 'three', 'four']) {
      ctx.register({
        id: name,
        area: 'statusBar.right',
        order: 50,
        render: () => jsx('span', { 'data-test': 'equal', children: name })
      })
    }
  }
}
