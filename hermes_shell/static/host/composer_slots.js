/** What plugins put around a composer: one placeholder for each contribution, an instance for each chat. */
import { registry } from './registry.js'

/**
 * Keeps the placeholders of an area in a container.
 * @param {HTMLElement} container
 * @param {string} area
 * @param {() => { instance: string, args: object }} about which chat it is
 * @returns {{ refresh: () => void, dispose: () => void }}
 */
export function keepSlots(container, area, about) {
  const refresh = () => {
    const { instance, args } = about()
    const text = JSON.stringify(args)
    const wanted = registry.getArea(area)
    const standing = new Map([...container.querySelectorAll(':scope > hermes-slot')].map((slot) => [slot.getAttribute('cid'), slot]))
    for (const [cid, slot] of standing) if (!wanted.some(({ id }) => id === cid)) slot.remove()
    for (const [at, { id }] of wanted.entries()) {
      const slot = standing.get(id) ?? document.createElement('hermes-slot')
      for (const [name, value] of Object.entries({ area, cid: id, instance, args: text })) if (slot.getAttribute(name) !== value) slot.setAttribute(name, value)
      if (container.children[at] !== slot) container.insertBefore(slot, container.children[at] ?? null)
    }
    container.toggleAttribute('data-empty', wanted.length === 0)
  }
  refresh()
  return { refresh, dispose: registry.subscribe(area, refresh) }
}
