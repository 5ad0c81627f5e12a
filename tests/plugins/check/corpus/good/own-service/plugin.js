import { jsx } from 'react/jsx-runtime'
import { useQuery } from '@hermes/plugin-sdk'

const load = () => fetch('http://127.0.0.1:8765/api/state').then((answer) => answer.json())
const View = () => jsx('pre', { children: JSON.stringify(useQuery({ queryKey: ['state'], queryFn: load }).data) })

export default {
  id: 'own-service',
  name: 'Its own service',
  defaultEnabled: false,
  register(ctx) {
    ctx.registerMany([{ id: 'page', area: 'routes', title: 'State', data: { path: '/state' }, render: () => jsx(View, {}) }])
    ctx.rest('/api/plugins/own-service/warm').catch(() => {})
  },
}
