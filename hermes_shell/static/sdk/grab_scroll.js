/** Scrolling a box by dragging it with the mouse. */
import { useCallback, useEffect, useRef, useState } from '../vendor/react.js'

/** Pixels the pointer may travel before a press counts as a drag, so that clicks inside stay clicks. */
const SLOP = 4

/**
 * Contract: SDK helpers.
 *
 * @param {{ current: HTMLElement | null }} ref the scrolling element
 * @returns {{ grabbing: boolean, onMouseDown: (event: any) => void }}
 */
export function useGrabScroll(ref) {
  const [grabbing, setGrabbing] = useState(false)
  const release = useRef(/** @type {(() => void) | null} */ (null))

  useEffect(() => () => release.current?.(), [])

  const onMouseDown = useCallback(
    (/** @type {MouseEvent} */ event) => {
      const box = ref.current
      if (!box || event.button !== 0) return
      const from = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop }
      let dragging = false

      const move = (/** @type {MouseEvent} */ moved) => {
        const dx = moved.clientX - from.x
        const dy = moved.clientY - from.y
        if (!dragging && Math.hypot(dx, dy) < SLOP) return
        if (!dragging) {
          dragging = true
          setGrabbing(true)
        }
        moved.preventDefault()
        box.scrollLeft = from.left - dx
        box.scrollTop = from.top - dy
      }
      const stop = () => {
        window.removeEventListener('mousemove', move)
        window.removeEventListener('mouseup', stop)
        release.current = null
        setGrabbing(false)
      }
      release.current?.()
      release.current = stop
      window.addEventListener('mousemove', move)
      window.addEventListener('mouseup', stop)
    },
    [ref],
  )

  return { grabbing, onMouseDown }
}
