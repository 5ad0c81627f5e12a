export default {
  id: 'tracked',
  name: 'Tracked by ctx',
  register(ctx) {
    ctx.setInterval(() => ctx.storage.set('seen', Date.now()), 60_000)
    ctx.setTimeout(() => ctx.storage.remove('seen'), 3_600_000)
    ctx.addEventListener(window, 'keydown', (event) => event.key === 'F9' && ctx.storage.set('pressed', true))
  },
}
