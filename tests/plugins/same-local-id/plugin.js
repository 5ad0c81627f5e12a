// Pattern 7: one local id in two areas; each is disposed by itself.
import { KEYBINDS_AREA, PALETTE_AREA, host } from '@hermes/plugin-sdk'

export default {
  id: 'same-local-id',
  register(ctx) {
    const run = () => host.notify({ message: 'ran' })

    ctx.register({ id: 'go', area: KEYBINDS_AREA, data: { id: 'same.go', label: 'Go', defaults: ['mod+shift+y'], run } })
    const disposePalette = ctx.register({ id: 'go', area: PALETTE_AREA, data: { id: 'same.go', label: 'Same go', run } })
    ctx.register({
      id: 'drop',
      area: PALETTE_AREA,
      data: { id: 'same.drop', label: 'Drop the palette row', run: disposePalette }
    })
  }
}
