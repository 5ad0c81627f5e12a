// A counter whose number is React state: saving another plugin never resets it.
import { Button } from '@hermes/plugin-sdk'
import { useState } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'

function Counter() {
  const [count, setCount] = useState(0)

  return jsxs('div', {
    className: 'flex items-center gap-2 p-3',
    children: [
      jsx('output', { 'aria-label': 'Count', className: 'tabular-nums', children: `count ${count}` }),
      jsx(Button, { size: 'sm', variant: 'outline', onClick: () => setCount(n => n + 1), children: 'Add one' })
    ]
  })
}

export default {
  id: 'counter',
  name: 'Counter',
  description: 'A number in a pane that survives the saves of its neighbours.',
  register(ctx) {
    ctx.register({
      id: 'pane',
      area: 'panes',
      title: 'counter',
      data: { placement: 'bottom', height: '120px' },
      render: () => jsx(Counter, {})
    })
  }
}
