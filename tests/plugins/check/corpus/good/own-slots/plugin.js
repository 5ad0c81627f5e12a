import { jsx } from 'react/jsx-runtime'

const View = () => jsx('div', { 'data-slot': 'my-list', ref: (node) => node?.querySelector('[data-slot="my-row"]')?.focus() })

export default {
  id: 'own-slots',
  name: 'Slots of its own',
  register: (ctx) => ctx.register({ id: 'view', area: 'panes', title: 'List', render: () => jsx(View, {}) }),
}
