/**
 * @typedef {object} BudgetedLoop
 * @property {() => void} dispose final and idempotent
 * @property {() => boolean} isDormant whether the loop is parked until `wake()`
 * @property {() => void} wake runs again after `idleWhen` parked it
 */

/**
 * An animation loop that draws at most `fps` times a second and stops asking for frames when there is nothing to draw.
 *
 * Contract: SDK helpers. Paused while the page is hidden, and, with `pauseWhenUnfocused`, while it has no focus.
 *
 * @param {(now: number) => void} draw gets the frame's time in ms
 * @param {{ fps?: number, idleWhen?: () => boolean, pauseWhenUnfocused?: boolean }} [options]
 * @returns {BudgetedLoop}
 */
export function createBudgetedLoop(draw, { fps = 15, idleWhen, pauseWhenUnfocused = false } = {}) {
  const budget = 1000 / fps
  let frame = 0
  let last = -Infinity
  let dormant = false
  let disposed = false

  const paused = () => document.hidden || (pauseWhenUnfocused && !document.hasFocus())

  const request = () => {
    if (!frame && !disposed && !dormant && !paused()) frame = requestAnimationFrame(tick)
  }

  /** @param {number} now */
  const tick = (now) => {
    frame = 0
    if (now - last >= budget) {
      last = now
      draw(now)
    }
    if (idleWhen?.()) dormant = true
    request()
  }

  const pauseOrResume = () => {
    if (!paused()) return request()
    cancelAnimationFrame(frame)
    frame = 0
  }

  document.addEventListener('visibilitychange', pauseOrResume)
  if (pauseWhenUnfocused) {
    window.addEventListener('focus', pauseOrResume)
    window.addEventListener('blur', pauseOrResume)
  }
  request()

  return {
    dispose() {
      disposed = true
      cancelAnimationFrame(frame)
      frame = 0
      document.removeEventListener('visibilitychange', pauseOrResume)
      window.removeEventListener('focus', pauseOrResume)
      window.removeEventListener('blur', pauseOrResume)
    },
    isDormant: () => dormant,
    wake() {
      dormant = false
      request()
    },
  }
}
