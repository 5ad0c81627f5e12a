import { jsx } from 'react/jsx-runtime'

const style = { color: 'var(--ui-text-primary, #1a1a1a)', background: 'var(--ui-bg-card, rgb(255 255 255))' }
const render = () => jsx('a', { style, href: '#/capabilities', children: 'Closes #123 and #beef' })

export default {
  id: 'themed',
  name: 'Themed',
  register: (ctx) => ctx.register({ id: 'chip', area: 'statusBar.right', render }),
}
