// Pattern 22: a canvas that follows its container, and a chain of full heights through the slot.
import { useEffect, useRef } from 'react'
import { jsx } from 'react/jsx-runtime'

function Canvas() {
  const box = useRef(null)
  const canvas = useRef(null)

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      canvas.current.width = Math.round(entry.contentRect.width)
      canvas.current.height = Math.round(entry.contentRect.height)
    })
    observer.observe(box.current)

    return () => observer.disconnect()
  }, [])

  return jsx('div', {
    ref: box,
    className: 'h-full w-full',
    'data-test': 'box',
    children: jsx('canvas', { ref: canvas, 'data-test': 'canvas', style: { position: 'absolute' } })
  })
}

export default {
  id: 'canvas-pane',
  register(ctx) {
    ctx.register({
      id: 'pane',
      area: 'panes',
      title: 'canvas',
      data: { placement: 'right', width: '300px' },
      render: () => jsx(Canvas, {})
    })
  }
}
