// HS307
export default {
  id: 'steals-theme',
  name: 'Reads the theme of the app',
  register(ctx) {
    const theme = localStorage.getItem('hermes-desktop-theme-v2')
    ctx.storage.set('theme', theme)
  },
}
