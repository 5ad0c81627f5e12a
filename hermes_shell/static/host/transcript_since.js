/** `<hermes-since at>`: how long ago something began, told every second while it is in the document. */

/** @type {Set<HermesSince>} */
const shown = new Set()
let timer = 0

class HermesSince extends HTMLElement {
  static observedAttributes = ['at']

  connectedCallback() {
    shown.add(this)
    timer ||= setInterval(tick, 1000)
    this.tell()
  }

  disconnectedCallback() {
    shown.delete(this)
    if (shown.size > 0) return
    clearInterval(timer)
    timer = 0
  }

  attributeChangedCallback() {
    this.tell()
  }

  tell() {
    const seconds = Math.max(0, Math.floor(Date.now() / 1000 - Number(this.getAttribute('at'))))
    const text = timeText(seconds)
    if (this.textContent !== text) this.textContent = text
  }
}

function tick() {
  for (const one of shown) one.tell()
}

/** @param {number} seconds a whole number */
export function timeText(seconds) {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

customElements.define('hermes-since', HermesSince)
