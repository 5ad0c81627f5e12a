/**
 * What every kit part has in common: `data-slot` for the stylesheet and for tools, the caller's class names last, every
 * other prop (a `ref` too) handed to the root.
 *
 * Contract: UI kit, Conventions. Styles live in css/kit_*.css and hang on data attributes only.
 */
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { cn } from '../cn.js'

/** @typedef {Record<string, any>} Props */

/**
 * A part without behaviour of its own.
 *
 * @param {string} slot
 * @param {any} Root a tag or a component
 * @param {Props} [defaults] props that the caller may override
 * @returns {(props: Props) => import('react').ReactElement}
 */
export function part(slot, Root, defaults) {
  return (/** @type {Props} */ props) => jsx(Root, { ...marks(slot, props), ...defaults, ...props, ...classes(props.className) })
}

/**
 * The `data-slot` of a root. With `asChild` a component child keeps its own: a Button that opens a dialog is still a button.
 *
 * @param {string} slot
 * @param {Props} props
 * @returns {Props}
 */
export function marks(slot, props) {
  const childKeepsItsOwn = props.asChild && typeof props.children?.type !== 'string'
  return childKeepsItsOwn ? {} : { 'data-slot': slot }
}

/**
 * The `className` prop, left out when there is none.
 *
 * @param {...any} names
 * @returns {{ className?: string }}
 */
export function classes(...names) {
  const className = cn(...names)
  return className ? { className } : {}
}

/**
 * A data attribute that is `true` or absent.
 *
 * @param {string} name
 * @param {unknown} on
 * @returns {Props}
 */
export function flag(name, on) {
  return on ? { [name]: 'true' } : {}
}
