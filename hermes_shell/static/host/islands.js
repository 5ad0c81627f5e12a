/** React trees outside of slots (palette, toasts): each has its own root in `#islands`, so one cannot take the others down. */
import { createRoot } from '../vendor/react-dom-client.js'

/** Where what floats stands: a landmark, so that menus are inside one. @returns {HTMLElement} */
export const islands = () => document.getElementById('islands') ?? document.body

/**
 * @param {import('react').ReactNode} node
 * @returns {() => void} takes it away again
 */
export function mountIsland(node) {
  const container = document.createElement('div')
  container.style.display = 'contents'
  islands().append(container)
  const root = createRoot(container)
  root.render(node)
  return () => {
    root.unmount()
    container.remove()
  }
}
