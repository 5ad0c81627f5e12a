/** Waiting times between attempts: doubled up to a cap, with jitter so that many windows do not knock at once. */

const FIRST = 200
const LONGEST = 5000

export class Backoff {
  /** Failed attempts since the last success. */
  attempt = 0

  /** @returns {number} milliseconds to wait before the next attempt */
  next() {
    const ceiling = Math.min(LONGEST, FIRST * 2 ** Math.min(this.attempt++, 10))
    return ceiling / 2 + (Math.random() * ceiling) / 2
  }

  reset() {
    this.attempt = 0
  }
}
