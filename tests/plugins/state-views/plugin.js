// Pattern 15: state read in register, listeners that are never released, computed over host atoms, useValue.
import { computed, host, useValue } from '@hermes/plugin-sdk'
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'state-views',
  register(ctx) {
    const probe = (globalThis.stateViews = { atRegister: host.state.gateway.get(), heard: [] })
    const label = computed([host.state.gateway, host.state.viewport], (gateway, viewport) => `${gateway}/${viewport.width > 0}`)

    host.state.viewport.listen(value => probe.heard.push(value.width))
    ctx.register({
      id: 'chip',
      area: 'statusBar.right',
      render: () => jsx(Chip, { label })
    })
  }
}

function Chip({ label }) {
  return jsx('span', { 'data-test': 'state', children: useValue(label) })
}
