/** What was sent before, with the arrow keys: newest first, per chat, then what other chats sent in this window. */

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

/** A walk through what a chat sent; it starts and ends at what is being typed. */
export class HistoryWalk {
  #at = -1
  /** @type {string[]} */
  #texts = []

  get isOn() {
    return this.#at >= 0
  }

  /**
   * @param {string} key
   * @param {-1 | 1} step 1 is earlier
   * @param {readonly string[]} [said] what the chat says was sent, oldest first
   * @returns {string | null} the text to show, '' back at the start, null when there is nothing further
   */
  go(key, step, said = []) {
    if (!this.isOn) {
      const own = sent.filter((one) => one.key === key).map(({ text }) => text)
      this.#texts = [...new Set([...own, ...[...said].reverse()])]
    }
    const next = this.#at + step
    if (next < -1 || next >= this.#texts.length) return null
    this.#at = next
    return next < 0 ? '' : this.#texts[next]
  }

  end() {
    this.#at = -1
  }
}
