// HS201
import { jsx } from 'react/jsx-runtime'
import { useStore } from './assets/index-BfK2x9aQ.js'

const View = () => jsx('p', { children: String(useStore()) })

export default {
  id: 'imports-chunk',
  name: 'Imports a chunk of the app',
  register: (ctx) => ctx.register({ id: 'view', area: 'panes', title: 'Store', render: () => jsx(View, {}) }),
}
