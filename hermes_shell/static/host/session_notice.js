/**
 * Tells the user when this page cannot resume (the shell was restarted with another secret path, or the session is gone), and when no
 * shell has answered for a while. The notice is a toast: it never covers or discards what the user is typing.
 */
import { dismiss, notify } from './toasts.js'
import { base } from './snapshot.js'

const NOTICE_ID = 'shell:session'
/** The first lost attempts are ordinary restarts; afterwards every fifth attempt asks. */
const FIRST_CHECK = 2
const CHECK_EVERY = 5
/** No restart takes that many attempts (about ten seconds). */
const GONE = FIRST_CHECK + CHECK_EVERY

/** @param {import('./channel.js').Channel} channel */
export function watchSession(channel) {
  channel.on('lost', ({ attempt }) => {
    if (attempt >= FIRST_CHECK && (attempt - FIRST_CHECK) % CHECK_EVERY === 0) check(attempt)
  })
  channel.on('welcome', () => dismiss(NOTICE_ID))
}

/** @param {number} attempt how many were lost since the last success */
async function check(attempt) {
  let status
  try {
    status = (await fetch(`${base}api/shell/inventory`, { headers: { accept: 'application/json' } })).status
  } catch {
    // No server at all: the channel goes on knocking, and there is nothing to reload yet.
    if (attempt === GONE) tellGone()
    return
  }
  if (![401, 403, 404].includes(status)) return
  notify({
    id: NOTICE_ID,
    kind: 'warning',
    title: 'This window lost its session',
    message: 'Hermes was restarted and does not know this window any more. Save what you are writing, then reload.',
    action: { label: 'Reload', onClick: () => location.reload() },
  })
}

/** Once for each time that it goes: whoever dismisses it knows. */
function tellGone() {
  notify({
    id: NOTICE_ID,
    kind: 'warning',
    title: 'Hermes is not running',
    message: 'What you do here takes no effect. This window goes on by itself when hermes-shell is started again.',
  })
}
