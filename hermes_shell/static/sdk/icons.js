/**
 * The lucide icons as components, without their 870 kB at start: the file is imported when the first icon is drawn.
 */
import { atom } from '../vendor/nanostores.js'
import { useStore } from '../vendor/nanostores-react.js'
import { jsx } from '../vendor/react-jsx-runtime.js'
import names from '../vendor/lucide-names.json' with { type: 'json' }
import { ICON_ALIASES } from './compat.js'

const known = new Set(/** @type {string[]} */ (names))
const $lucide = atom(/** @type {Record<string, any> | null} */ (null))
/** What lucide itself takes when no size is given, so that the swap moves nothing. */
const SIZE = 24

let loading = false
/** Names that were asked for in vain; bounded, because they come from plugins. @type {Set<string>} */
const reported = new Set()
const MOST_REPORTED = 200

/** @type {Map<string, any>} */
const components = new Map()

/**
 * `icons.Activity` and so on. A name that lucide does not have is `undefined`, so feature checks work; it is reported once.
 *
 * @type {Record<string, any>}
 */
export const icons = new Proxy(Object.create(null), {
  get: (_target, name) => (typeof name === 'string' ? iconNamed(name) : undefined),
  has: (_target, name) => typeof name === 'string' && lucideName(name) !== null,
  ownKeys: () => [...known],
  getOwnPropertyDescriptor: (_target, name) =>
    typeof name === 'string' && lucideName(name) !== null
      ? { value: iconNamed(name), enumerable: true, configurable: true, writable: false }
      : undefined,
  set: () => false,
  defineProperty: () => false,
  deleteProperty: () => false,
})

/** @param {string} name */
function iconNamed(name) {
  const existing = components.get(name)
  if (existing) return existing
  const lucide = lucideName(name)
  if (lucide === null) {
    report(name)
    return undefined
  }
  const component = lazyIcon(lucide)
  components.set(name, component)
  return component
}

/** @param {string} name */
function lucideName(name) {
  if (known.has(name)) return name
  return Object.hasOwn(ICON_ALIASES, name) ? ICON_ALIASES[name] : null
}

/** @param {string} name */
function lazyIcon(name) {
  const Icon = (/** @type {Record<string, any>} */ props) => {
    const lucide = useStore($lucide)
    if (lucide) return jsx(lucide[name], props)
    load()
    const { size = SIZE, color: _color, strokeWidth: _stroke, absoluteStrokeWidth: _absolute, children: _children, ...rest } = props
    return jsx('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': true, ...rest })
  }
  Icon.displayName = name
  return Icon
}

function load() {
  if (loading) return
  loading = true
  import('../vendor/lucide.js').then(
    (module) => $lucide.set(module),
    (error) => console.error('The icons could not be loaded', error),
  )
}

/** @param {string} name */
function report(name) {
  // Only what reads like a component: engines and frameworks probe for `then`, `toJSON` and the like.
  if (!/^[A-Z]/.test(name) || reported.has(name) || reported.size >= MOST_REPORTED) return
  reported.add(name)
  console.warn(`icons.${name} does not exist: lucide has no icon of that name`)
}
