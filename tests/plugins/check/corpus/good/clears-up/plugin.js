import { useEffect, useState } from 'react'
import { jsx } from 'react/jsx-runtime'

function Clock() {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    const wake = () => setNow(Date.now())
    document.addEventListener('visibilitychange', wake)
    const seen = new ResizeObserver(wake)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
      seen.disconnect()
    }
  }, [])
  return jsx('time', { children: new Date(now).toLocaleTimeString() })
}

export default {
  id: 'clears-up',
  name: 'Clears up',
  register: (ctx) => ctx.register({ id: 'clock', area: 'statusBar.right', render: () => jsx(Clock, {}) }),
}
