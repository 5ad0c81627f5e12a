// A clock in the status bar: a data item with a menu, kept by a timer that goes with the plugin.
import { STATUSBAR_AREAS, atom, useValue } from '@hermes/plugin-sdk'
import { jsx } from 'react/jsx-runtime'

export default {
  id: 'clock',
  name: 'Clock',
  description: 'The time in the status bar, with a menu for its form.',
  register(ctx) {
    const now = atom(new Date())
    const seconds = atom(ctx.storage.get('seconds', false))

    const choose = value => {
      seconds.set(value)
      ctx.storage.set('seconds', value)
    }

    function Time() {
      const date = useValue(now)
      const withSeconds = useValue(seconds)
      const text = date.toLocaleTimeString([], {
        hour: '2-digit',
        minute: '2-digit',
        second: withSeconds ? '2-digit' : undefined
      })

      return jsx('time', { className: 'tabular-nums', dateTime: date.toISOString(), children: text })
    }

    ctx.setInterval(() => now.set(new Date()), 1000)
    ctx.register({
      id: 'time',
      area: STATUSBAR_AREAS.right,
      order: 200,
      data: {
        id: 'clock',
        variant: 'menu',
        title: 'Clock',
        label: 'Time',
        detail: jsx(Time, {}),
        menuAlign: 'end',
        menuItems: [
          { id: 'minutes', label: 'Hours and minutes', onSelect: () => choose(false) },
          { id: 'seconds', label: 'With seconds', onSelect: () => choose(true) }
        ]
      }
    })
  }
}
