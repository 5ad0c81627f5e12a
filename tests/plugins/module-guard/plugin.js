// Patterns 10 and 25: a module-level guard and timer; register returns its disposer.
import { jsx } from 'react/jsx-runtime'

const log = (globalThis.moduleGuard ??= [])
let registered = false
const timer = setInterval(() => {}, 60_000)

export default {
  id: 'module-guard',
  register(ctx) {
    if (registered) {
      log.push('registered twice')
      return
    }
    registered = true
    log.push('registered')
    ctx.register({ id: 'chip', area: 'statusBar.right', render: () => jsx('span', { children: 'guard v1' }) })

    return () => {
      clearInterval(timer)
      log.push('disposed')
    }
  }
}
