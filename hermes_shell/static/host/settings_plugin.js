/**
 * `<hermes-settings-plugin target child>`: a plugin's page in Settings. The target is the page's id or its plugin's; sub-pages are tabs.
 * Source: contract, areas 4.16.
 */
import { SETTINGS_PLUGINS_AREA } from '../sdk/areas.js'
import { element } from './elements.js'
import { readPlugin } from './errors.js'
import { registry } from './registry.js'
import { plainSource, pluginOf } from './sources.js'

/** @typedef {{ id: string, title: string }} Child */

/** A sub-page that the shell itself would bring. */
const RESERVED = 'config'

class HermesSettingsPlugin extends HTMLElement {
  static observedAttributes = ['target', 'child']

  /** @type {(() => void) | null} */
  stop = null
  /** What is shown, to leave it alone while it stays. */
  shown = ''

  connectedCallback() {
    this.stop = registry.subscribe(SETTINGS_PLUGINS_AREA, () => this.paint())
    this.paint()
  }

  disconnectedCallback() {
    this.stop?.()
    this.shown = ''
  }

  attributeChangedCallback() {
    if (this.isConnected && this.stop) this.paint()
  }

  paint() {
    const target = this.getAttribute('target') ?? ''
    const page = findPage(target)
    const children = page ? childrenOf(page) : []
    const wanted = this.getAttribute('child') ?? ''
    const child = children.find(({ id }) => id === wanted)
    const shown = JSON.stringify([target, page?.id, page?.title, child?.id, children.map(({ id, title }) => [id, title])])
    if (shown === this.shown) return
    this.shown = shown
    this.replaceChildren(...(page ? pageView(page, children, child?.id ?? '') : absentView(target)))
  }
}

/**
 * @param {string} target
 * @returns {import('./registry.js').Contribution | undefined}
 */
function findPage(target) {
  const usable = registry.getArea(SETTINGS_PLUGINS_AREA).filter(({ title, render }) => title && typeof render === 'function')
  return usable.find(({ id }) => id === target) ?? usable.find(({ source }) => pluginOf(source) === target)
}

/**
 * Its sub-pages; one without id, title or render is left out, as is a second one of an id.
 * @param {import('./registry.js').Contribution} page
 * @returns {Child[]}
 */
function childrenOf(page) {
  /** @type {Map<string, Child>} */
  const found = new Map()
  readPlugin(page.source, `settings page ${page.id}`, () => {
    for (const child of Array.isArray(page.data?.children) ? page.data.children : []) {
      const { id, title, render } = child ?? {}
      const usable = typeof id === 'string' && id !== '' && id !== RESERVED && typeof title === 'string' && title !== '' && typeof render === 'function'
      if (usable && !found.has(id)) found.set(id, { id, title })
    }
  })
  return [...found.values()]
}

/** @param {import('./registry.js').Contribution} page @param {Child[]} children @param {string} current */
function* pageView({ id, title, source }, children, current) {
  yield element('h1', {}, element('bdi', {}, title ?? ''))
  yield element('p', { class: 'hs-settings-lede' }, 'From the plugin ', element('bdi', {}, plainSource(source)), '.')
  if (children.length > 0) {
    const tabs = [{ id: '', title: title ?? '' }, ...children]
    yield element('nav', { class: 'hs-settings-tabs', 'aria-label': `Pages of ${title}` }, ...tabs.map((tab) => tabLink(id, tab, current)))
  }
  const args = current ? JSON.stringify({ child: current }) : null
  yield element(
    'div',
    { class: 'hs-settings-plugin-body', 'data-area': SETTINGS_PLUGINS_AREA },
    element('hermes-slot', { area: SETTINGS_PLUGINS_AREA, cid: id, instance: current, args }),
  )
}

/** @param {string} page @param {Child} tab @param {string} current */
function tabLink(page, { id, title }, current) {
  const child = id ? `&page=${encodeURIComponent(id)}` : ''
  const href = `#/settings?tab=plugin:${encodeURIComponent(page)}${child}`
  return element('a', { href, 'aria-current': id === current ? 'page' : null }, element('bdi', {}, title))
}

/** @param {string} target */
function* absentView(target) {
  yield element('h1', {}, element('bdi', {}, target))
  yield element('div', { class: 'hs-empty' },
    element('p', {}, 'This plugin has no settings page here. It shows as soon as the plugin that brings it is loaded.'),
    element('div', { class: 'hs-empty-actions' }, element('a', { href: '#/capabilities', 'data-slot': 'button', 'data-variant': 'outline' }, 'Show all plugins')))
}

customElements.define('hermes-settings-plugin', HermesSettingsPlugin)
