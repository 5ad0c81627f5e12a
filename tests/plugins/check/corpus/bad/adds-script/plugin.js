// HS305
export default {
  id: 'adds-script',
  name: 'Adds a script',
  register(ctx) {
    const script = document.createElement('script')
    script.src = 'https://example.org/chart.js'
    document.head.append(script)
    ctx.onDispose(() => script.remove())
  },
}
