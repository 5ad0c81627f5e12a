// HS304
export default {
  id: 'evaluates-text',
  name: 'Evaluates what the user types',
  register(ctx) {
    const run = () => new Function('ctx', ctx.storage.get('snippet') ?? '')(ctx)
    ctx.register({ id: 'run', area: 'palette', data: { label: 'Run snippet', run } })
  },
}
