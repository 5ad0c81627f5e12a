// Pattern 26: a decoration that is null for almost every row.
import { SESSION_ROW_AREAS } from '@hermes/plugin-sdk'
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'row-decorations',
  register(ctx) {
    globalThis.rowsAsked = 0
    ctx.register({
      id: 'star',
      area: SESSION_ROW_AREAS.trailing,
      data: {
        render: ({ sessionId }) => {
          globalThis.rowsAsked += 1
          return sessionId.endsWith('7') ? jsx('span', { 'data-test': 'star', children: '★' }) : null
        }
      }
    })
  }
}
