/** The WebSocket below the channel: opened again, after growing pauses, for as long as the page is open. */
import { Backoff } from './backoff.js'
import { base } from './snapshot.js'

/** A welcome that a new socket waits for. */
const WELCOME_DEADLINE = 10_000

/**
 * @typedef {object} Listener
 * @property {() => void} opened a socket is open; nothing has been sent on it
 * @property {(message: any) => void} received
 * @property {(attempt: number) => void} lost with the failed attempts since the last success
 */

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null
  #backoff = new Backoff()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #deadline

  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener
  }

  /** Connects, and connects again whenever the line is lost. */
  open() {
    if (this.#socket) return
    const address = new URL(`${base}channel`, location.href)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(address)
    this.#socket = socket
    socket.addEventListener('open', () => socket === this.#socket && this.listener.opened())
    socket.addEventListener('message', (event) => socket === this.#socket && this.listener.received(JSON.parse(event.data)))
    socket.addEventListener('close', () => this.#lost(socket))
    this.expect(WELCOME_DEADLINE)
  }

  /**
   * @param {object} message
   * @returns {boolean} false when there is no open socket
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** @param {number} ms until the socket is given up unless something is heard */
  expect(ms) {
    clearTimeout(this.#deadline)
    const socket = this.#socket
    this.#deadline = setTimeout(() => {
      socket?.close()
      if (socket) this.#lost(socket)
    }, ms)
  }

  /** What was expected came. */
  heard() {
    clearTimeout(this.#deadline)
  }

  /** The server answered: the next pause is a short one again. */
  succeeded() {
    this.#backoff.reset()
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return
    clearTimeout(this.#deadline)
    this.#socket = null
    this.listener.lost(this.#backoff.attempt)
    setTimeout(() => this.open(), this.#backoff.next())
  }
}
