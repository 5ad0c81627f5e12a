/** The themes that come with the shell, as the server knows them; their colours stand in the page's theme style. */

/** @type {readonly { name: string, label: string, description: string }[]} */
export const BUILT_IN_THEMES = Object.freeze([
  { name: 'harbour', label: 'Harbour', description: 'Petrol accent, cool neutrals, copper for attention' },
])
