/** `<hermes-settings-search>`: the search lives in the address, so it survives a reload; the server finds. */
import { $route, currentRoute, replaceRoute } from './router.js'

const PAUSE_MS = 80

class HermesSettingsSearch extends HTMLElement {
  /** @type {(() => void) | null} */
  stop = null
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  typing = undefined
  /** The tab to come back to when the search is cleared. */
  tab = '/settings'

  connectedCallback() {
    this.addEventListener('input', this.onInput)
    this.addEventListener('keydown', this.onKey)
    this.stop = $route.subscribe((route) => this.follow(route))
  }

  disconnectedCallback() {
    clearTimeout(this.typing)
    this.removeEventListener('input', this.onInput)
    this.removeEventListener('keydown', this.onKey)
    this.stop?.()
  }

  /** @param {string} route */
  follow(route) {
    const words = new URLSearchParams(route.split('?')[1] ?? '').get('q') ?? ''
    if (!words) this.tab = route
    const input = this.querySelector('input')
    if (input && this.typing === undefined && input.value.trim() !== words) input.value = words
  }

  onInput = () => {
    clearTimeout(this.typing)
    this.typing = setTimeout(() => this.go(), PAUSE_MS)
  }

  /** @param {KeyboardEvent} event */
  onKey = (event) => {
    const input = this.querySelector('input')
    if (event.key !== 'Escape' || !input || input.value === '') return
    event.preventDefault()
    input.value = ''
    this.go()
  }

  go() {
    clearTimeout(this.typing)
    this.typing = undefined
    const words = this.querySelector('input')?.value.trim() ?? ''
    if (!this.isConnected || !currentRoute().startsWith('/settings')) return
    replaceRoute(words ? `/settings?q=${encodeURIComponent(words)}` : this.tab)
  }
}

customElements.define('hermes-settings-search', HermesSettingsSearch)
