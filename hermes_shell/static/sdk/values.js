/** Shared state for plugins: nanostores under the names of the contract. */
export { atom, computed } from '../vendor/nanostores.js'
export { useStore as useValue } from '../vendor/nanostores-react.js'
