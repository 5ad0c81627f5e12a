/**
 * Haptic ticks, where the machine has an actuator.
 *
 * Contract: SDK helpers. A desktop without an actuator feels nothing; the call is still cheap and safe.
 */

/** Vibration patterns in ms; alternating on and off. */
const PATTERNS = /** @type {Record<string, number[]>} */ ({
  cancel: [12],
  close: [8],
  crisp: [6],
  error: [18, 40, 18],
  open: [8],
  selection: [5],
  streamDone: [8, 30, 8],
  streamStart: [8],
  submit: [12],
  success: [8, 40, 12],
  tap: [6],
  warning: [14, 40, 14],
})

const SELECTION_GAP_MS = 50
const WINDOW_MS = 1000
const MAX_PER_WINDOW = 5

/** Times of the ticks of the last second; at most MAX_PER_WINDOW. @type {number[]} */
const recent = []
let lastSelection = -Infinity

/** @param {string} [intent] one of the twelve intents; others do nothing */
export function haptic(intent = 'selection') {
  const pattern = Object.hasOwn(PATTERNS, intent) ? PATTERNS[intent] : undefined
  if (!pattern || typeof navigator.vibrate !== 'function') return
  const now = performance.now()
  if (intent === 'selection' && now - lastSelection < SELECTION_GAP_MS) return
  while (recent.length > 0 && now - recent[0] >= WINDOW_MS) recent.shift()
  if (recent.length >= MAX_PER_WINDOW) return
  recent.push(now)
  if (intent === 'selection') lastSelection = now
  // Chromium refuses, with a console message, before the first user gesture in the page.
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(pattern)
}
