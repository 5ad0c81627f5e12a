/**
 * A stable hook for tests and tools: `hermesShellIdle()` resolves when nothing of this window is on its way to the server or back.
 */
import { channel } from './channel.js'
import { isStoragePending } from './storage.js'

/** How often to look again at what has no event of its own. */
const STEP = 10

/** @returns {Promise<void>} when deltas, frames, calls and storage writes are acknowledged and applied */
export async function untilIdle() {
  do {
    await new Promise((resolve) => setTimeout(resolve, STEP))
    await channel.whenIdle()
  } while (channel.pending > 0 || isStoragePending())
}

/** Makes the hook reachable. */
export function installIdleHook() {
  Object.defineProperty(globalThis, 'hermesShellIdle', { value: untilIdle })
}
