// Pattern 1: dispose and register the same key in one tick, on every keystroke of an editor.
import { jsx, jsxs } from 'react/jsx-runtime'

export default {
  id: 'replace-same-tick',
  register(ctx) {
    let dispose = () => {}
    const publish = text => {
      dispose()
      dispose = ctx.register({
        id: 'label',
        area: 'statusBar.right',
        render: () => jsx('span', { 'data-test': 'label', children: text })
      })
    }

    publish('empty')
    ctx.register({
      id: 'pane',
      area: 'panes',
      title: 'editor',
      data: { placement: 'right' },
      render: () =>
        jsxs('div', {
          children: [
            jsx('input', { 'aria-label': 'Label text', onInput: event => publish(event.target.value) }),
            jsx('button', {
              onClick: () => {
                for (let index = 0; index < 1000; index += 1) publish(`burst ${index}`)
              },
              children: 'Burst'
            })
          ]
        })
    })
  }
}
