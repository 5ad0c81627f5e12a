import * as sdk from '@hermes/plugin-sdk'

const { host } = sdk
const Panel = sdk.NotThereYet ?? 'div'

export default {
  id: 'asks-first',
  name: 'Asks first',
  register(ctx) {
    const zoom = window.hermesDesktop?.zoom
    if (zoom) ctx.register({ id: 'big', area: 'palette', data: { label: 'Bigger', run: () => zoom.setPercent?.(120) } })
    if (typeof host.openExternal === 'function') ctx.storage.set('panel', String(Panel))
  },
}
