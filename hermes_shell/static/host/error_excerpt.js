/** The lines of plugin.js around an error: the server cuts them out of the revision that failed, and out of no other. */
import { createElement as h, useEffect, useLayoutEffect, useRef, useState } from '../vendor/react.js'
import { channel } from './channel.js'

/** @typedef {import('./error_text.js').Excerpt} Excerpt */
/** @typedef {import('./plugin_failures.js').Failure} Failure */

/**
 * @param {Failure} failure
 * @returns {Excerpt | null} null while it is on its way, and when there is none
 */
export function useExcerpt({ folder, rev, error: { line, column } }) {
  const wanted = `${folder}\n${rev}\n${line}\n${column}`
  const [found, setFound] = useState({ wanted: '', excerpt: /** @type {Excerpt | null} */ (null) })
  useEffect(() => {
    if (!rev || !line) return undefined
    let over = false
    channel.call('plugins.excerpt', { folder, rev, line, column: column || null }).then(
      (excerpt) => over || setFound({ wanted, excerpt }),
      (error) => console.warn(`the lines of ${folder}/plugin.js could not be fetched`, error),
    )
    return () => void (over = true)
  }, [wanted])
  return found.wanted === wanted ? found.excerpt : null
}

/**
 * The lines with their numbers; the one at fault is marked in words, colour and by a sign below its column.
 * @param {{ excerpt: Excerpt }} props
 */
export function ExcerptLines({ excerpt }) {
  const { first, lines, line, column } = excerpt
  const box = useRef(/** @type {HTMLPreElement | null} */ (null))
  useLayoutEffect(() => showColumn(box.current), [excerpt])
  return h(
    'pre',
    { ref: box, className: 'hs-excerpt', tabIndex: 0, role: 'group', 'aria-label': `Source, lines ${first} to ${first + lines.length - 1}` },
    h('code', null, lines.map((text, index) => {
      const number = first + index
      const hit = number === line
      return h(
        'span',
        { key: number, className: 'hs-excerpt-line', 'data-hit': hit || undefined },
        h('span', { className: 'hs-excerpt-number', 'data-number': number, 'aria-hidden': true }),
        hit ? h('span', { className: 'sr-only' }, `Line ${number}: `) : null,
        hit && column ? marked(text, column) : h('span', { className: 'hs-excerpt-text' }, text),
        '\n',
      )
    })),
  )
}

/**
 * Long lines scroll; what is at fault is to be seen without scrolling, with what stands before it.
 * @param {HTMLElement | null} box
 */
function showColumn(box) {
  const mark = box?.querySelector('mark')
  if (!box || !mark) return
  const over = mark.getBoundingClientRect().right - box.getBoundingClientRect().right
  box.scrollLeft += over > 0 ? over + box.clientWidth / 3 : 0
}

/**
 * @param {string} text
 * @param {number} column from 1, in UTF-16 units
 */
function marked(text, column) {
  const before = text.slice(0, column - 1)
  const at = String.fromCodePoint(text.codePointAt(column - 1) ?? 0x20)
  const after = text.slice(before.length + at.length)
  return h('span', { className: 'hs-excerpt-text' }, before, h('mark', { className: 'hs-excerpt-column' }, at), after)
}
