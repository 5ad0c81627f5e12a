// Refused before it runs: only the SDK and React can be imported.
import { debounce } from 'lodash'
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'unsupported-import',
  register(ctx) {
    ctx.register({ id: 'chip', area: 'statusBar.right', render: debounce(() => jsx('span', { children: 'never' })) })
  }
}
