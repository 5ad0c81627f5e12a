import { THEMES_AREA } from '@hermes/plugin-sdk'

const palette = { background: '#101418', foreground: '#e8eef2', accent: '#62c3e0' }

export default {
  id: 'brings-theme',
  name: 'Brings a theme',
  register: (ctx) => ctx.register({ id: 'night', area: THEMES_AREA, data: { name: 'night', label: 'Night', dark: palette } }),
}
