/**
 * The announcements stream: one for all windows of a browser, because browsers allow six connections to a host (architecture section 1).
 * The holder of a Web Lock opens it and relays every message; when it closes, the next window takes over and its `hello` closes any gap.
 */
import { Backoff } from './backoff.js'
import { base } from './snapshot.js'

/** @typedef {import('./announcements.js').Announcement} Announcement */

const NAME = `hermes-stream:${base}`

/**
 * @param {(announcement: Announcement) => void} apply
 * @returns {Promise<void>} resolves when this window hears announcements, as the holder or from it
 */
export function startStream(apply) {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return new Source(apply).opened
  const relay = new BroadcastChannel(NAME)
  relay.addEventListener('message', (event) => apply(event.data))
  return new Promise((resolve) => {
    navigator.locks
      .request(NAME, () => {
        const source = new Source((announcement) => {
          relay.postMessage(announcement)
          apply(announcement)
        })
        source.opened.then(resolve)
        // The lock is kept as long as this document lives.
        return new Promise(() => {})
      })
      .catch((error) => {
        console.warn('the announcements stream could not be elected; this window opens its own', error)
        new Source(apply).opened.then(resolve)
      })
    navigator.locks
      .query()
      .then(({ held }) => {
        if (held?.some((lock) => lock.name === NAME)) resolve()
      })
      .catch((error) => console.warn('whether another window hears announcements is not known', error))
  })
}

/** An EventSource that is opened again when the engine gives it up. */
class Source {
  #backoff = new Backoff()
  #epoch = ''
  /** @type {() => void} */
  #ready = () => {}

  /** @param {(announcement: Announcement) => void} receive */
  constructor(receive) {
    this.receive = receive
    /** Resolves at the first `hello`. @type {Promise<void>} */
    this.opened = new Promise((resolve) => (this.#ready = resolve))
    this.#open()
  }

  #open() {
    const source = new EventSource(`${base}events`)
    source.addEventListener('hello', (event) => {
      const hello = JSON.parse(event.data)
      this.#backoff.reset()
      this.#epoch = hello.epoch
      this.receive({ ...hello, kind: 'hello' })
      this.#ready()
    })
    source.addEventListener('announce', (event) => this.receive({ ...JSON.parse(event.data), epoch: this.#epoch }))
    source.addEventListener('error', () => {
      // CONNECTING means that the engine tries again by itself; CLOSED that it never will.
      if (source.readyState !== EventSource.CLOSED) return
      source.close()
      setTimeout(() => this.#open(), this.#backoff.next())
    })
  }
}
