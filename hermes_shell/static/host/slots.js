/**
 * `<hermes-slot area cid args instance field>`: a placeholder in a fragment; with `field` for one node of the contribution's data. The
 * page owns the content (portals.js); the element only says where it stands now, so content keeps its state across fragments, zones and
 * areas (architecture section 5).
 */
import { isDeferred, whenReady } from './slot_readiness.js'
import { claim, release, setArgs } from './slot_store.js'

/** @typedef {import('./slot_store.js').Slot} Slot */

export class HermesSlot extends HTMLElement {
  static observedAttributes = ['area', 'cid', 'instance', 'field', 'args']

  /** @type {Slot | null} the content that stands in this placeholder */
  slotEntry = null
  /** @type {(() => void) | null} ends a wait for the viewport or for the pane's first activation */
  cancelWait = null

  connectedCallback() {
    if (isDeferred(this)) this.cancelWait = whenReady(this, () => this.mount())
    else this.mount()
  }

  disconnectedCallback() {
    this.cancelWait?.()
    this.cancelWait = null
    if (this.slotEntry) release(this.slotEntry, this)
    this.slotEntry = null
  }

  /** Defined so that an engine with moveBefore does not report a move as leaving and entering. */
  connectedMoveCallback() {
    if (!this.cancelWait || isDeferred(this)) return
    this.cancelWait()
    this.mount()
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(name, before, now) {
    if (before === now || !this.isConnected) return
    if (name === 'args') {
      if (this.slotEntry) setArgs(this.slotEntry, parseArgs(this))
      return
    }
    this.disconnectedCallback()
    this.connectedCallback()
  }

  mount() {
    this.cancelWait = null
    this.slotEntry = claim(this, {
      area: this.getAttribute('area') ?? '',
      cid: this.getAttribute('cid') ?? '',
      instance: this.getAttribute('instance') ?? '',
      field: this.getAttribute('field') ?? '',
      args: parseArgs(this),
    })
  }

  /**
   * The visible state of the content; the element is the only writer of `data-state`.
   * @param {'mounted' | 'error' | null} state
   */
  showState(state) {
    if (state) this.dataset.state = state
    else delete this.dataset.state
  }
}

/**
 * @param {HermesSlot} element
 * @returns {object | null}
 */
function parseArgs(element) {
  const text = element.getAttribute('args')
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch (error) {
    console.error(`hermes-slot ${element.getAttribute('area')} ${element.getAttribute('cid')}: args is not JSON`, error)
    return null
  }
}

customElements.define('hermes-slot', HermesSlot)
