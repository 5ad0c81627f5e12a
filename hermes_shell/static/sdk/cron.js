/** Schedules of cron jobs. */

/** A run that is less late than this is only waiting for the scheduler's next tick. */
const GRACE_MS = 120_000

/**
 * How late a job's next run is, or null when it is not late: no slot, paused, completed, disabled, or within the grace.
 *
 * @param {{ next_run_at?: string | number | null, enabled?: boolean, state?: string, status?: string, paused?: boolean }} job
 *   a job as the gateway lists it; `next_run_at` is an ISO time, or seconds or ms since the epoch
 * @param {number} [nowMs]
 * @returns {number | null} ms
 */
export function nextRunOverdueMs(job, nowMs = Date.now()) {
  if (!job || job.enabled === false || job.paused === true) return null
  const state = String(job.state ?? job.status ?? '').toLowerCase()
  if (['paused', 'completed', 'disabled'].includes(state)) return null
  const slot = toMs(job.next_run_at)
  if (slot === null) return null
  const late = nowMs - slot
  return late > GRACE_MS ? late : null
}

/** Numbers below this are seconds: as ms they would lie in 1970. */
const SMALLEST_MS = 1e11

/** @param {string | number | null | undefined} time */
function toMs(time) {
  if (time === null || time === undefined || time === '') return null
  const ms = typeof time === 'number' ? (time < SMALLEST_MS ? time * 1000 : time) : Date.parse(time)
  return Number.isFinite(ms) ? ms : null
}
