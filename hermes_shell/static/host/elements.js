/** Builds small pieces of the document. */

/**
 * @param {string} name
 * @param {Record<string, string | null | undefined>} [attributes] null and undefined are left out
 * @param {...(Node | string)} children texts are texts, never HTML
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

/**
 * @param {string} name of a codicon
 */
export const codicon = (name) => element('span', { class: `codicon codicon-${name}`, 'data-slot': 'codicon', 'aria-hidden': 'true' })
