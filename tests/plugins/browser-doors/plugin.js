// Pattern 19: a download, window.open, target=_blank, window.confirm and the clipboard.
import { jsx, jsxs } from 'react/jsx-runtime'

const download = () => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['saved text'], { type: 'text/plain' }))
  link.download = 'report.txt'
  document.body.append(link)
  link.click()
  link.remove()
}

export default {
  id: 'browser-doors',
  register(ctx) {
    ctx.register({
      id: 'pane',
      area: 'panes',
      title: 'doors',
      data: { placement: 'right' },
      render: () =>
        jsxs('div', {
          children: [
            jsx('button', { onClick: download, children: 'Download' }),
            jsx('button', { onClick: () => window.open('https://example.org/opened'), children: 'Open window' }),
            jsx('button', { onClick: () => window.open('javascript:alert(1)'), children: 'Open script' }),
            jsx('a', { href: 'https://example.org/linked', target: '_blank', children: 'Link out' }),
            jsx('button', {
              onClick: () => {
                globalThis.confirmed = window.confirm('Sure?')
              },
              children: 'Confirm'
            }),
            jsx('button', {
              onClick: async () => {
                globalThis.copied = await navigator.clipboard.writeText('copied text').then(() => true, () => false)
              },
              children: 'Copy'
            })
          ]
        })
    })
  }
}
