// Imports a name that the SDK does not have.
import { StatusLamp } from '@hermes/plugin-sdk'
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'missing-export',
  register(ctx) {
    ctx.register({ id: 'chip', area: 'statusBar.right', render: () => jsx(StatusLamp, {}) })
  }
}
