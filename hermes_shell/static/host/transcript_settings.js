/**
 * What settings of the contract do to conversations (contract, host.settings keys): most of it is an attribute of the root, and the sheet
 * does the rest. Thoughts are opened and closed here: `<hermes-thought running>` is the label of one.
 */
import { getSetting, subscribeSetting } from '../sdk/settings.js'

const CLOSED = 'reasoning.collapsedByDefault'

class HermesThought extends HTMLElement {
  static observedAttributes = ['running']

  connectedCallback() {
    this.follow()
  }

  attributeChangedCallback() {
    this.follow()
  }

  /** Open while it is thought, unless the setting keeps it closed or its user chose. */
  follow() {
    const details = this.closest('details')
    if (!details || 'chosen' in details.dataset) return
    details.open = this.getAttribute('running') === 'true' && !getSetting(CLOSED)
  }
}

customElements.define('hermes-thought', HermesThought)

/** Lets the settings take effect, now and whenever one changes. Call once. */
export function startTranscriptSettings() {
  const root = document.documentElement
  subscribeSetting('toolView.technical', (view) => void (root.dataset.toolView = view))
  subscribeSetting('toolView.hideCodeDiffs', (hidden) => void (root.dataset.codeDiffs = hidden ? 'hidden' : 'shown'))
  subscribeSetting('user-bubble-transparency.v1', (percent) => {
    if (percent > 0) root.style.setProperty('--user-bubble-keep', `${100 - percent}%`)
    else root.style.removeProperty('--user-bubble-keep')
  })
  subscribeSetting(CLOSED, () => {
    for (const thought of document.querySelectorAll('hermes-thought')) /** @type {HermesThought} */ (thought).follow()
  })
  document.addEventListener('click', ({ target }) => {
    const summary = target instanceof Element ? target.closest('.hs-reasoning > summary') : null
    // From now on it is as its user left it.
    if (summary?.parentElement) summary.parentElement.dataset.chosen = ''
  })
}
