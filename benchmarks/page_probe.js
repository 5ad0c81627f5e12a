// Runs in a measured page before its own scripts. Resolves with the time at which a condition became true in the DOM.
(() => {
  let offset = performance.timeOrigin
  const now = () => offset + performance.now()

  // `timeOrigin` may have drifted from the system's clock: take the offset at an edge of Date.now().
  const calibrate = () => {
    const before = Date.now()
    const deadline = performance.now() + 50
    while (Date.now() === before && performance.now() < deadline);
    offset = Date.now() - performance.now()
    return now()
  }

  /** @param {() => unknown} condition @returns {Promise<number | null>} milliseconds since 1970, null at the deadline */
  const until = (condition, deadline = 10_000) => new Promise((resolve) => {
    if (condition()) return resolve(now())
    const end = (value) => {
      observer.disconnect()
      document.removeEventListener('load', check, true)
      clearTimeout(timer)
      resolve(value)
    }
    const check = () => condition() && end(now())
    const observer = new MutationObserver(check)
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    document.addEventListener('load', check, true) // style sheets
    const timer = setTimeout(() => end(null), deadline)
  })

  const painted = () => new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(now())))
  })

  const shown = (name, text) => document.querySelector(`[data-bench="${name}"]`)?.textContent === text
  const ready = until(() => document.documentElement?.dataset.shell === 'ready', 30_000)
    .then((time) => (time === null ? null : time - performance.timeOrigin))
  globalThis.hermesBench = { now, calibrate, until, painted, shown, ready, waiting: Promise.resolve(null) }
})()
