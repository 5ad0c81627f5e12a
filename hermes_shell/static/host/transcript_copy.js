/** Text of messages for the clipboard: as it was written, without buttons and signs of the page. */

/**
 * @param {Element | null | undefined} element
 * @returns {string} its text, also what is folded in it
 */
export function ownText(element) {
  if (!element) return ''
  const copy = /** @type {Element} */ (element.cloneNode(true))
  // In code and output an emphasis is a note of the page: what is left out there.
  for (const own of copy.querySelectorAll(copy.matches('pre') ? 'button, em' : 'button, pre em')) own.remove()
  return copy.textContent ?? ''
}

/**
 * @param {Element | null} turn
 * @returns {string} the prose of its answer, a block a paragraph
 */
export function answerText(turn) {
  const blocks = turn?.querySelectorAll(':scope > .hs-answer > .hs-prose') ?? []
  return [...blocks].map(blockText).join('\n\n')
}

/** @param {Element} block */
function blockText(block) {
  const code = block.querySelector(':scope > .hs-code pre')
  if (code) return `\`\`\`\n${ownText(code)}\n\`\`\``
  const table = block.querySelector('table')
  if (table) return [...table.rows].map((row) => `| ${[...row.cells].map((cell) => cell.textContent?.trim()).join(' | ')} |`).join('\n')
  return [...block.children].map((child) => (child.matches('ul, ol') ? listText(child, '') : ownText(child))).join('\n').trim()
}

/**
 * @param {Element} list
 * @param {string} indent
 * @returns {string}
 */
function listText(list, indent) {
  const numbered = list.matches('ol')
  const first = Number(list.getAttribute('start') ?? 1)
  return [...list.children]
    .map((item, at) => {
      const inner = [...item.querySelectorAll(':scope > ul, :scope > ol')]
      const copy = /** @type {Element} */ (item.cloneNode(true))
      for (const one of copy.querySelectorAll(':scope > ul, :scope > ol')) one.remove()
      const lines = [`${indent}${numbered ? `${first + at}.` : '-'} ${copy.textContent?.trim()}`]
      return [...lines, ...inner.map((one) => listText(one, `${indent}  `))].join('\n')
    })
    .join('\n')
}
