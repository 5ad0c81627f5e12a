/**
 * Tells the user when this page cannot resume (the shell was restarted with another secret path, or the session is gone). The notice
 * is a toast with a Reload button: it never covers or discards what the user is typing.
 */
import { dismiss, notify } from './toasts.js'
import { base } from './snapshot.js'

const NOTICE_ID = 'shell:session'
/** The first lost attempts are ordinary restarts; afterwards every fifth attempt asks. */
const FIRST_CHECK = 2
const CHECK_EVERY = 5

/** @param {import('./channel.js').Channel} channel */
export function watchSession(channel) {
  channel.on('lost', ({ attempt }) => {
    if (attempt >= FIRST_CHECK && (attempt - FIRST_CHECK) % CHECK_EVERY === 0) check()
  })
  channel.on('welcome', () => dismiss(NOTICE_ID))
}

async function check() {
  let status
  try {
    status = (await fetch(`${base}api/shell/inventory`, { headers: { accept: 'application/json' } })).status
  } catch {
    // No server at all: the channel goes on knocking, and there is nothing to reload yet.
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
