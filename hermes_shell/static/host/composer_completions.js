/**
 * What can be completed at the caret, and with what: commands after `/` at the beginning, references after `@` anywhere. Plugins' rows
 * (contract, areas 4.11) stand above the gateway's.
 */
import { channel } from './channel.js'
import { readPlugin, reportPluginError } from './errors.js'
import { registry } from './registry.js'

/** @typedef {{ kind: 'slash' | 'at', word: string, query: string, line: string }} Trigger `word` is what a row replaces */
/** @typedef {{ insert: string, display: string, meta: string, icon: string, chip: boolean, goesOn: boolean }} CompletionRow */

const MOST_ROWS = 60
const SLASH = /^\/[^\n]*$/
const WORD = /(?:^|[\s([{"'])((?:@|\.{1,2}\/|~\/)[^\s"'`)\]}]*)$/

/**
 * @param {import('./composer_editor.js').Before | null} before
 * @returns {Trigger | null}
 */
export function triggerAt(before) {
  if (!before) return null
  const { line, run, first } = before
  const [, word] = WORD.exec(run) ?? []
  if (word !== undefined) return { kind: 'at', word, query: word.replace(/^@/, ''), line }
  if (first && SLASH.test(line)) return { kind: 'slash', word: run, query: line.slice(1), line }
  return null
}

/**
 * Rows of plugins at once where they answer at once, and of the gateway when it answers.
 * @param {string} key the chat
 * @param {Trigger} trigger
 * @param {(rows: CompletionRow[], done: boolean) => void} show called for each step, with all rows so far
 * @returns {Promise<void>} when the gateway has answered; rows of plugins may come later
 */
export async function complete(key, trigger, show) {
  const area = trigger.kind === 'at' ? 'composer.atCompletions' : 'composer.slashCompletions'
  const answers = registry.getArea(area).map((contribution) => provided(contribution, trigger))
  const rows = answers.map((answer) => (Array.isArray(answer) ? answer : /** @type {CompletionRow[]} */ ([])))
  let own = /** @type {CompletionRow[]} */ ([])
  const tell = (/** @type {boolean} */ done) => show([...rows.flat(), ...own].slice(0, MOST_ROWS), done)
  if (rows.some(({ length }) => length > 0)) tell(false)
  // Nobody waits for them: one may never answer.
  for (const [at, answer] of answers.entries()) if (answer instanceof Promise) void answer.then((late) => ((rows[at] = late), tell(false)))
  own = await fromGateway(key, trigger)
  tell(true)
}

/** @param {import('./contribution.js').Contribution} contribution @param {Trigger} trigger */
function provided(contribution, { kind, query }) {
  const { source } = contribution
  const failed = (/** @type {unknown} */ error) => (reportPluginError(source, 'completions', error), /** @type {CompletionRow[]} */ ([]))
  const provide = readPlugin(source, 'completions', () => contribution.data?.provide)
  if (typeof provide !== 'function') return []
  const usable = (/** @type {any} */ items) => (Array.isArray(items) ? items.filter((item) => typeof item?.insert === 'string' && item.insert !== '').map((item) => pluginRow(item, kind)) : [])
  try {
    const answer = provide.call(contribution.data, query)
    return answer instanceof Promise ? answer.then(usable).catch(failed) : usable(answer)
  } catch (error) {
    return failed(error)
  }
}

/** @param {any} item @param {'slash' | 'at'} kind @returns {CompletionRow} */
function pluginRow({ insert, display, meta, icon }, kind) {
  const chip = !/\s/.test(insert.trim()) && insert.trim().startsWith(kind === 'at' ? '@' : '/')
  return { insert: chip ? insert.trim() : insert, display: String(display ?? insert), meta: String(meta ?? ''), icon: typeof icon === 'string' ? icon : 'extensions', chip, goesOn: false }
}

/** @param {string} key @param {Trigger} trigger @returns {Promise<CompletionRow[]>} */
async function fromGateway(key, { kind, word, line }) {
  try {
    if (kind === 'at') {
      const { items } = await channel.call('complete.path', { key, word })
      return items.map(pathRow)
    }
    const { items, replace_from: from = 1 } = await channel.call('complete.slash', { key, text: line })
    const kept = line.slice(0, from)
    // What is kept may be a chip already; a row replaces only what was typed behind it.
    const typed = kept.slice(line.length - word.length)
    return items.map((/** @type {any} */ item) => slashRow(item, from, typed))
  } catch {
    return [] // without completions one can still type
  }
}

/** @param {any} item @returns {CompletionRow} */
function pathRow({ text, display, meta }) {
  const goesOn = /[/:]$/.test(text)
  return { insert: text, display: display || text, meta: meta ?? '', icon: iconOf(text), chip: text.startsWith('@') && !goesOn, goesOn }
}

/** @param {any} item @param {number} from @param {string} typed @returns {CompletionRow} */
function slashRow({ text, display, meta }, from, typed) {
  const isCommand = from <= 1
  const bare = isCommand ? text.replace(/^\//, '') : text
  return { insert: isCommand ? `/${bare}` : `${typed}${bare} `, display: display || text, meta: meta ?? '', icon: isCommand ? 'terminal' : 'symbol-enum', chip: isCommand, goesOn: false }
}

/** @param {string} text */
function iconOf(text) {
  if (/^@folder:|\/$/.test(text)) return 'folder'
  if (/^@(url|http)/.test(text)) return 'globe'
  if (/^@(git|diff|staged)/.test(text)) return 'git-commit'
  return /^@?[a-z]+:$/.test(text) ? 'symbol-keyword' : 'file'
}
