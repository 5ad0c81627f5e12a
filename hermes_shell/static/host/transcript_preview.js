/**
 * `<hermes-preview file>`: an HTML file of the chat's folder, alive in a message. It stands in a frame without an origin, and speaks with
 * this page by messages only: its height, and prompts. What cannot be shown is named, with the reason (guide, directives).
 */
import { snapshot } from './snapshot.js'
import { composer } from '../sdk/composer.js'

const LOWEST = 24
const HIGHEST = 4000
const LONGEST_PROMPT = 500
/** Between two prompts of one frame, in ms. */
const PAUSE = 1000
/** What a document gets of the theme: its name there, and the token here. */
const TOKENS = {
  '--foreground': '--dt-foreground', '--muted-foreground': '--dt-muted-foreground', '--accent': '--dt-accent', '--border': '--dt-border',
  '--card': '--dt-card', '--font-sans': '--dt-font-sans', '--font-mono': '--dt-font-mono',
}

class HermesPreview extends HTMLElement {
  static observedAttributes = ['file']

  /** @type {HTMLIFrameElement | null} */
  #frame = null
  #sent = -Infinity
  #loads = 0
  #themed = new MutationObserver(() => this.#theme())

  connectedCallback() {
    addEventListener('message', this.#hear)
    this.#themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-hermes-mode', 'data-hermes-theme', 'style'] })
    void this.#load()
  }

  disconnectedCallback() {
    removeEventListener('message', this.#hear)
    this.#themed.disconnect()
  }

  /** @param {string} _ @param {string | null} before @param {string | null} now */
  attributeChangedCallback(_, before, now) {
    if (before !== now && this.isConnected) void this.#load()
  }

  /** The key of the chat that it stands in. */
  get #chat() {
    const list = this.closest('[data-list^="chat:"]')
    return list instanceof HTMLElement ? (list.dataset.list ?? '').slice('chat:'.length) : ''
  }

  async #load() {
    const load = ++this.#loads
    const file = this.getAttribute('file') ?? ''
    const address = `${snapshot.base}api/chat/preview?${new URLSearchParams({ chat: this.#chat, file })}`
    let reason = ''
    try {
      const answer = await fetch(address)
      if (!answer.ok) reason = await answer.text()
    } catch {
      reason = 'The shell did not answer.'
    }
    if (load !== this.#loads) return
    this.#frame = reason ? null : frameOf(address, file)
    const frame = this.#frame
    let loaded = false
    frame?.addEventListener('load', () => {
      if (loaded && frame === this.#frame) this.#drop()
      loaded = true
      this.#theme()
    })
    this.replaceChildren(frame ?? cardOf(file, reason))
  }

  /** It is no longer the file that was asked for: nothing that it says counts. */
  #drop() {
    this.#frame = null
    this.replaceChildren(cardOf(this.getAttribute('file') ?? '', 'It left its page.'))
  }

  /** @param {MessageEvent} event */
  #hear = ({ source, data }) => {
    if (!this.#frame || source !== this.#frame.contentWindow) return
    if (data?.hermes === 'size' && Number.isFinite(data.height)) this.#frame.style.height = `${Math.min(HIGHEST, Math.max(LOWEST, Math.ceil(data.height)))}px`
    else if (data?.hermes === 'send') this.#send(data.text)
    else if (data?.hermes === 'left') this.#drop()
  }

  /** @param {unknown} given */
  #send(given) {
    const text = typeof given === 'string' ? given.trim().slice(0, LONGEST_PROMPT) : ''
    const now = performance.now()
    if (text === '' || now - this.#sent < PAUSE) return
    this.#sent = now
    composer.submit(this.#chat, text)
  }

  #theme() {
    const root = document.documentElement
    const style = getComputedStyle(root)
    const tokens = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token)]))
    // Its origin is opaque, so it can only be called by `*`.
    this.#frame?.contentWindow?.postMessage({ hermes: 'theme', tokens, mode: root.dataset.hermesMode === 'dark' ? 'dark' : 'light' }, '*')
  }
}

/** @param {string} address @param {string} file */
function frameOf(address, file) {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  frame.title = file
  frame.className = 'hs-preview-frame'
  frame.src = address
  return frame
}

/** @param {string} file @param {string} reason */
function cardOf(file, reason) {
  const card = Object.assign(document.createElement('p'), { className: 'hs-preview-card' })
  const icon = Object.assign(document.createElement('i'), { className: 'codicon codicon-file-code' })
  icon.setAttribute('aria-hidden', 'true')
  const name = Object.assign(document.createElement('bdi'), { className: 'hs-preview-name', textContent: file })
  card.append(icon, name, Object.assign(document.createElement('span'), { textContent: reason }))
  return card
}

customElements.define('hermes-preview', HermesPreview)
