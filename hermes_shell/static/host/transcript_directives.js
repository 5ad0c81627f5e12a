/**
 * `<hermes-directive name args source>` around a paragraph that is a directive: a plugin that has registered the name draws in its place,
 * else the paragraph stays what it is. The first registration of a name has it. Source: contract, area `transcript.directives`.
 */
import { registry } from './registry.js'
import './transcript_preview.js'

const AREA = 'transcript.directives'
/** The core's own directive; no plugin can have its name. */
const PREVIEW = 'preview'
/** Different directives that a window draws at most. */
const MOST = 256

/** @type {Set<string>} what was drawn */
const sources = new Set()
let instances = 0

class HermesDirective extends HTMLElement {
  static observedAttributes = ['name', 'args', 'source', 'data-streaming']

  /** @type {(() => void) | null} */
  #unlisten = null
  #instance = ''

  connectedCallback() {
    this.#instance ||= `directive-${++instances}`
    this.#unlisten ??= registry.subscribe(AREA, () => this.draw())
    this.draw()
  }

  disconnectedCallback() {
    this.#unlisten?.()
    this.#unlisten = null
  }

  /** Defined so that an engine with moveBefore does not report a move as leaving and entering. */
  connectedMoveCallback() {}

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (before === now || !this.isConnected) return
    // A morph leaves the inside to this element.
    const paragraph = this.querySelector(':scope > p')
    if (name === 'source' && paragraph) paragraph.textContent = now
    this.draw()
  }

  draw() {
    const source = this.getAttribute('source') ?? ''
    if (this.getAttribute('name') === PREVIEW) return this.#preview(source)
    const owner = ownerOf(this.getAttribute('name') ?? '')
    let slot = this.querySelector(':scope > hermes-slot')
    if (slot && slot.getAttribute('cid') !== owner) {
      slot.remove()
      slot = null
    }
    if (!owner || !mayDraw(source)) {
      slot?.remove()
      delete this.dataset.claimed
      return
    }
    const attrs = attrsOf(this.getAttribute('args'))
    const args = JSON.stringify({ attrs, source, streaming: this.dataset.streaming === 'true' })
    const made = slot ?? document.createElement('hermes-slot')
    made.setAttribute('area', AREA)
    made.setAttribute('instance', this.#instance)
    made.setAttribute('args', args)
    made.setAttribute('cid', owner)
    if (!slot) this.append(made)
    this.dataset.claimed = ''
  }

  /** @param {string} source */
  #preview(source) {
    const { file } = attrsOf(this.getAttribute('args'))
    if (!file || this.dataset.streaming === 'true' || !mayDraw(source)) return
    const made = this.querySelector(':scope > hermes-preview') ?? document.createElement('hermes-preview')
    made.setAttribute('file', file)
    if (!made.isConnected) this.append(made)
    this.dataset.claimed = ''
  }
}

/** @param {string} name @returns {string | null} id of the contribution that has the name */
function ownerOf(name) {
  /** @type {import('./contribution.js').Contribution | null} */
  let first = null
  for (const one of registry.getArea(AREA)) {
    if (one.data?.name === name && typeof one.data.render === 'function' && (!first || (one.seq ?? 0) < (first.seq ?? 0))) first = one
  }
  return first?.id ?? null
}

/** @param {string} source */
function mayDraw(source) {
  if (sources.has(source)) return true
  if (sources.size >= MOST) return false
  sources.add(source)
  return true
}

/** @param {string | null} text */
function attrsOf(text) {
  try {
    return JSON.parse(text ?? '{}')
  } catch (error) {
    console.error('hermes-directive: args is not JSON', error)
    return {}
  }
}

customElements.define('hermes-directive', HermesDirective)
