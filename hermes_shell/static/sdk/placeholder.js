/** What stands for a name of the contract that is not real yet. It says so, and never pretends. */
import { jsx } from '../vendor/react-jsx-runtime.js'

/**
 * @param {string} name
 * @returns {(props: Record<string, any>) => import('react').ReactElement} a small label
 */
export function placeholderComponent(name) {
  const Placeholder = () => jsx('span', { 'data-slot': 'placeholder', children: `${name} is not available in this version` })
  Placeholder.displayName = name
  return Placeholder
}

/**
 * @param {string} name
 * @returns {(...args: any[]) => never}
 */
export function throwing(name) {
  return () => {
    throw unavailable(name)
  }
}

/**
 * @param {string} name
 * @returns {(...args: any[]) => Promise<never>}
 */
export function rejecting(name) {
  return () => Promise.reject(unavailable(name))
}

/** @param {string} name */
function unavailable(name) {
  return new Error(`not available in this version: ${name}`)
}
