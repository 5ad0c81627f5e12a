// Does not parse: JSX is not JavaScript, and nothing compiles this file.
export default {
  id: 'syntax-error',
  register(ctx) {
    ctx.register({ id: 'chip', area: 'statusBar.right', render: () => <span>never</span> })
  }
}
