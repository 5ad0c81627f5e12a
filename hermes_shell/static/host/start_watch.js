/**
 * Tells the server how the evaluation of plugins goes, so that one that ends the page, or the process, is known at the next start: what is
 * about to be imported, whose code is entered, what is over, and when the page was drawn and answers.
 */
import { channel } from './channel.js'

/** Milliseconds between two signs of life; a page that hangs gives none. */
const PULSE = 1000
/** Milliseconds after which what plugins registered has been drawn. */
const DRAWN = 200

/** Folder to the number of its evaluations under way. @type {Map<string, number>} */
const open = new Map()
/** @type {string[]} what is not told yet */
let begun = []
/** @type {string[]} */
let ended = []
/** @type {string | null} the folder that was entered last */
let entered = null
/** @type {ReturnType<typeof setInterval> | null} runs from the first import until the page has come to rest */
let pulse = null
let resting = false

/** Listens for what a page tells beside its evaluations. Call once, before the first import. */
export function startWatch() {
  channel.on('welcome', () => {
    // What was told before may be lost with the old line, or with the old server.
    if (pulse !== null) tell({ begun: [...open.keys()], ...(entered !== null && open.has(entered) ? { entered } : {}) })
    rest()
  })
  addEventListener('pagehide', () => pulse !== null && tell({ left: true }))
}

/**
 * An import is about to start.
 * @param {string} folder
 * @returns {() => void} call it when the evaluation and the synchronous part of `register` are over
 */
export function watchEvaluation(folder) {
  pulse ??= setInterval(() => tell({}), PULSE)
  open.set(folder, (open.get(folder) ?? 0) + 1)
  // The imports of a start go out in one message; none is evaluated before its source has arrived.
  if (begun.push(folder) === 1) queueMicrotask(flush)
  return () => {
    const left = (open.get(folder) ?? 1) - 1
    if (left > 0) return void open.set(folder, left)
    open.delete(folder)
    // Before anything else can run: a timer of another plugin that hangs must not be laid to this one.
    if (ended.push(folder) === 1) queueMicrotask(flush)
    rest()
  }
}

/**
 * A plugin's code is about to run: its module body, or `register`.
 * @param {string} folder
 */
export function enterPlugin(folder) {
  if (folder === entered || !open.has(folder)) return
  entered = folder
  flush({ entered: folder })
}

/** @param {{ entered?: string }} [more] */
function flush(more) {
  const news = { ...(ended.length > 0 ? { ended } : {}), ...(begun.length > 0 ? { begun } : {}), ...more }
  ended = []
  begun = []
  if (Object.keys(news).length > 0) tell(news)
}

/** Says that all is well once nothing is under way, the server has shown what was registered, and the page was drawn. */
function rest() {
  if (resting || pulse === null || open.size > 0) return
  resting = true
  channel.whenIdle().then(() =>
    setTimeout(() => {
      resting = false
      if (pulse === null || open.size > 0) return
      flush()
      // Without a line it is said after the next welcome.
      if (!tell({ settled: true })) return
      clearInterval(pulse)
      pulse = null
      entered = null
    }, DRAWN),
  )
}

/**
 * @param {Record<string, unknown>} args
 * @returns {boolean}
 */
const tell = (args) => channel.send({ t: 'tell', topic: 'evaluation', args })
