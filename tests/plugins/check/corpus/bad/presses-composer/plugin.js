// HS301
import { host } from '@hermes/plugin-sdk'

const send = () => document.querySelector('[data-slot="composer-root"] button[type="submit"]')?.click()

export default {
  id: 'presses-composer',
  name: 'Presses the button of the composer',
  register(ctx) {
    ctx.register({ id: 'send', area: 'palette', data: { label: 'Send', run: () => (send(), host.notify({ message: 'Sent' })) } })
  },
}
