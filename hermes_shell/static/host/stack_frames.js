/** Stacks of V8 and of WebKit, read frame by frame. */

const PLACE = /(\S+:\/\/[^\s)]*?):(\d+)(?::\d+)?\)?$/

/**
 * The frames of the caller, the innermost first; only those that have an address. Short stacks are cheap stacks.
 * @param {number} depth how many frames at most
 * @returns {string[]} lines as the engine writes them
 */
export function stackOf(depth) {
  const errors = /** @type {any} */ (Error)
  const limit = errors.stackTraceLimit
  errors.stackTraceLimit = depth + 1
  const frames = (new Error().stack ?? '').split('\n')
  errors.stackTraceLimit = limit
  return frames.filter((line) => line.includes('://')).slice(1)
}

/**
 * Where a frame stands.
 * @param {string | undefined} frame a line of a stack: `at f (address:line:column)` or `f@address:line:column`
 * @returns {{ file: string, line: number }} line 0 when the frame does not say
 */
export function placeOf(frame) {
  const match = PLACE.exec(frame ?? '')
  return { file: (match?.[1] ?? '').replace(/^.*@/, '').replace(/^\(/, ''), line: Number(match?.[2] ?? 0) }
}
