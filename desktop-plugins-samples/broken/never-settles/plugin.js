// A top-level await that never settles: refused after ten seconds, and nothing waits for it.
await new Promise(() => {})

export default { id: 'never-settles', register() {} }
