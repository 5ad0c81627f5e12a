/**
 * Half of all public plugins use bare timers, listeners on window and document, observers, and nodes on head and body. While their
 * plugin lives they work as written; when it goes they go with it. The owner of a call is the file at the top of the stack: what the
 * shell, React or a library calls is nobody's. (Architecture section 7; plugin pattern 11.)
 */
import { Leftovers } from './leftovers.js'
import { placeOf, stackOf } from './stack_frames.js'

/** WebKit leaves the query out of its stacks, and with it the load number. */
const PLUGIN_FRAME = /\/plugins\/([^/?#]+)\/plugin\.js(?:\?[^\s)]*?\bload=(\d+))?/
/** Frames between the plugin's call and the stack: the wrapper and what it calls. */
const DEPTH = 6
/** Where this module begins: other modules may stand in the same file, because the server joins them. */
const BEGIN = placeOf(stackOf(1)[0])

/** @typedef {import('./incarnation.js').Incarnation} Incarnation */
/** @typedef {(folder: string, load: number | null) => Incarnation | undefined} Find a living incarnation; without a load the newest */

/** Stands for code of an incarnation that is gone. */
const GONE = 'gone'

/** @type {WeakMap<Incarnation, Leftovers>} */
const leftovers = new WeakMap()

/**
 * Watches the bare globals of the window. Call once, before the first plugin is imported.
 * @param {Find} find
 */
export function watchBareGlobals(find) {
  /** What the calling plugin leaves behind; null for everybody else, GONE for a plugin that was retired. */
  const owner = () => {
    const incarnation = callingIncarnation(find)
    if (incarnation === GONE) return GONE
    return incarnation && leftoversOf(incarnation)
  }
  watchTimers(owner)
  for (const target of [window, document, document.documentElement, document.body]) watchListeners(target, owner)
  for (const parent of [document.head, document.body, document.documentElement]) watchNodes(parent, owner)
  watchObservers(owner)
}

/** @typedef {() => Leftovers | 'gone' | null} Owner */

/**
 * @param {Find} find
 * @returns {Incarnation | 'gone' | null}
 */
function callingIncarnation(find) {
  const frame = stackOf(DEPTH).find((line) => !isOurs(line))
  const match = frame ? PLUGIN_FRAME.exec(frame) : null
  return match ? (find(decodeURIComponent(match[1]), match[2] ? Number(match[2]) : null) ?? GONE) : null
}

/** @param {string} frame */
function isOurs(frame) {
  const { file, line } = placeOf(frame)
  return file === BEGIN.file && line >= BEGIN.line && line <= END.line
}

/** @param {Incarnation} incarnation */
function leftoversOf(incarnation) {
  const known = leftovers.get(incarnation)
  if (known) return known
  const created = new Leftovers(incarnation.source)
  leftovers.set(incarnation, created)
  incarnation.own(() => created.end())
  return created
}

/** @param {Owner} owner */
function watchTimers(owner) {
  /** @type {any} */
  const page = window
  for (const [start, stop] of [['setTimeout', 'clearTimeout'], ['setInterval', 'clearInterval'], ['requestAnimationFrame', 'cancelAnimationFrame']]) {
    const nativeStart = page[start].bind(page)
    const nativeStop = page[stop].bind(page)
    page[start] = (/** @type {any} */ fn, /** @type {any[]} */ ...rest) => {
      const mine = owner()
      if (mine === GONE) return 0
      if (mine === null || typeof fn !== 'function') return nativeStart(fn, ...rest)
      const id = nativeStart((/** @type {any[]} */ ...args) => {
        if (start !== 'setInterval') mine.forget(start, id)
        return fn(...args)
      }, ...rest)
      mine.keep(start, id, () => nativeStop(id))
      return id
    }
    page[stop] = (/** @type {unknown} */ id) => {
      const mine = owner()
      if (mine !== null && mine !== GONE) mine.forget(start, id)
      nativeStop(id)
    }
  }
}

/**
 * @param {any} target
 * @param {Owner} owner
 */
function watchListeners(target, owner) {
  const add = target.addEventListener.bind(target)
  const remove = target.removeEventListener.bind(target)
  /** @param {string} type @param {any} options */
  const kind = (type, options) => `listener ${type} ${Boolean(typeof options === 'object' ? options?.capture : options)} ${target.nodeName ?? 'window'}`
  target.addEventListener = (/** @type {string} */ type, /** @type {any} */ listener, /** @type {any} */ options) => {
    const mine = owner()
    if (mine === GONE) return
    if (mine === null || !listener) return add(type, listener, options)
    const key = kind(type, options)
    const forget = () => mine.forget(key, listener)
    if (options?.once) mine.drop(key, listener)
    const heard = options?.once ? once(listener, forget) : listener
    mine.keep(key, listener, () => remove(type, heard, options))
    options?.signal?.addEventListener('abort', forget, { once: true })
    add(type, heard, options)
  }
  target.removeEventListener = (/** @type {string} */ type, /** @type {any} */ listener, /** @type {any} */ options) => {
    const mine = owner()
    if (mine !== null && mine !== GONE) mine.drop(kind(type, options), listener)
    remove(type, listener, options)
  }
}

/**
 * A listener that says when it was heard: what ends by itself must not pile up.
 * @param {any} listener
 * @param {() => void} forget
 */
function once(listener, forget) {
  return /** @type {(this: unknown, event: Event) => unknown} */ (
    function (event) {
      forget()
      return typeof listener === 'function' ? listener.call(this, event) : listener.handleEvent(event)
    }
  )
}

/** Only what the plugin itself appends: React and Radix take their own nodes away. @param {any} parent @param {Owner} owner */
function watchNodes(parent, owner) {
  for (const method of ['append', 'prepend', 'appendChild', 'insertBefore']) {
    const native = parent[method].bind(parent)
    parent[method] = (/** @type {any[]} */ ...given) => {
      const mine = owner()
      const nodes = method === 'insertBefore' ? given.slice(0, 1) : given
      if (mine !== null && mine !== GONE) {
        for (const node of nodes) if (node instanceof Element) mine.keepNode(node)
      }
      return native(...given)
    }
  }
}

/** @param {Owner} owner */
function watchObservers(owner) {
  for (const name of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver']) {
    /** @type {any} */
    const page = window
    page[name] = class extends page[name] {
      /** @param {any[]} args */
      constructor(...args) {
        super(...args)
        const mine = owner()
        this.keeper = mine
        if (mine !== null && mine !== GONE) mine.keepObserver(/** @type {any} */ (this))
      }

      /** @param {any[]} args */
      observe(...args) {
        if (this.keeper === GONE || this.keeper?.ended) return
        super.observe(...args)
      }
    }
    Object.defineProperty(page[name], 'name', { value: name })
  }
}

/** Where this module ends. */
const END = placeOf(stackOf(1)[0])
