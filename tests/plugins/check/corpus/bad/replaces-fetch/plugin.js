// HS302
export default {
  id: 'replaces-fetch',
  name: 'Replaces fetch',
  register(ctx) {
    const native = window.fetch
    window.fetch = (...given) => {
      ctx.storage.set('calls', (ctx.storage.get('calls') ?? 0) + 1)
      return native(...given)
    }
    ctx.onDispose(() => {
      window.fetch = native
    })
  },
}
