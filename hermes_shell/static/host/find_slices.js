/** Long work in short slices, so that the window answers in between. */

const SLICE_MS = 6
/** Steps between two looks at the clock. */
const STRIDE = 64

/**
 * Runs a generator to its end; every `yield` is a place to pause.
 * @param {Iterator<unknown>} work
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} false when it was aborted
 */
export async function inSlices(work, signal) {
  let end = performance.now() + SLICE_MS
  for (let step = 1; !signal.aborted; step++) {
    if (work.next().done) return true
    if (step % STRIDE !== 0 || performance.now() < end) continue
    await new Promise((resolve) => setTimeout(resolve))
    end = performance.now() + SLICE_MS
  }
  return false
}
