// Your first plugin. Change something below and save: the window follows while you watch.
import { atom, Button, host, useValue } from '@hermes/plugin-sdk'
import { jsx, jsxs } from 'react/jsx-runtime'

const GREETING = 'Hello from your first plugin'

export default {
  id: 'my-first-plugin', // the folder has the same name
  name: 'My first plugin',
  description: 'A pane, a chip and a command that count together.',
  register(ctx) {
    // What is stored here is there again after a restart.
    const count = atom(ctx.storage.get('count', 0))
    const add = () => {
      count.set(count.get() + 1)
      ctx.storage.set('count', count.get())
    }

    function Pane() {
      const value = useValue(count)
      return jsxs('div', {
        className: 'flex h-full flex-col items-start gap-3 p-3 text-sm',
        children: [
          jsx('p', { className: 'font-medium', children: GREETING }),
          jsx('p', { className: 'text-(--ui-text-secondary)', children: `Counted to ${value}.` }),
          jsx(Button, { size: 'sm', variant: 'outline', onClick: add, children: 'Count' })
        ]
      })
    }

    function Chip() {
      return jsx('button', {
        type: 'button',
        className: 'px-1.5 text-[0.6875rem] text-(--ui-text-tertiary)',
        title: 'Count one more',
        onClick: add,
        children: `count ${useValue(count)}`
      })
    }

    ctx.register({
      id: 'pane',
      area: 'panes',
      title: 'First plugin',
      data: { placement: 'right', width: '260px' },
      render: () => jsx(Pane, {})
    })
    ctx.register({ id: 'chip', area: 'statusBar.right', order: 120, render: () => jsx(Chip, {}) })
    ctx.register({
      id: 'count',
      area: 'palette',
      data: {
        id: 'my-first-plugin.count',
        label: 'Count one more',
        keywords: ['first', 'plugin'],
        run() {
          add()
          host.notify({ kind: 'success', message: `Counted to ${count.get()}` })
        }
      }
    })
  }
}
