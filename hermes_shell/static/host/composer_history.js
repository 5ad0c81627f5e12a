/** What was sent before, with the arrow keys: what this window sent, then what the chat had before, newest first. */
import { channel } from './channel.js'

const MOST = 100

/** @type {{ key: string, text: string }[]} */
const sent = []

/** @param {string} key @param {string} text */
export function rememberSent(key, text) {
  if (text.trim() === '' || (sent[0]?.text === text && sent[0].key === key)) return
  sent.unshift({ key, text })
  if (sent.length > MOST) sent.pop()
}

/** A new chat has its stored id. @param {string} from @param {string} to */
export function rekeyHistory(from, to) {
  for (const one of sent) if (one.key === from) one.key = to
}

/** A walk through what a chat was told; it starts and ends at what is being typed. */
export class HistoryKeys {
  #at = -1
  #setting = false
  /** @type {readonly string[]} */
  #texts = []
  /** What the chat had before this window, oldest first: asked for before a key needs it. @type {readonly string[]} */
  #before = []

  get isOn() {
    return this.#at >= 0
  }

  /** @param {string} key the chat */
  async refresh(key) {
    try {
      this.#before = (await channel.call('complete.said', { key })) ?? []
    } catch {
      // Without it there is what this window sent.
    }
  }

  /**
   * @param {string} key the chat
   * @param {-1 | 1} step 1 is earlier
   * @param {(text: string) => void} show
   * @returns {boolean} whether the key was taken
   */
  go(key, step, show) {
    if (!this.isOn) {
      const own = sent.filter((one) => one.key === key).map(({ text }) => text)
      this.#texts = [...new Set([...own, ...[...this.#before].reverse()])]
    }
    const next = this.#at + step
    if (next < -1 || next >= this.#texts.length) return this.isOn
    this.#at = next
    this.#setting = true
    show(next < 0 ? '' : this.#texts[next])
    this.#setting = false
    return true
  }

  /** The text changed; by another hand than this one, the walk is over. */
  typed() {
    if (!this.#setting) this.#at = -1
  }
}
