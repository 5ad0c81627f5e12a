// HS303
export default {
  id: 'finds-chunk',
  name: 'Looks for a chunk of the app',
  async register(ctx) {
    const link = document.querySelector('link[rel="modulepreload"][href*="/assets/vendor-react.js"]')
    ctx.storage.set('found', Boolean(link))
  },
}
