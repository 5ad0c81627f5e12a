/** One row of the palette. */

/** @typedef {import('./contribution.js').Contribution} Contribution */

/**
 * @typedef {object} Row
 * @property {string} key `<source>:<contribution id>`
 * @property {string} label
 * @property {string} keywords
 * @property {unknown} icon
 * @property {() => unknown} run
 * @property {boolean} keepOpen
 * @property {(() => unknown) | null} detail read on open and after a run that kept the palette open
 * @property {string} detailVariant
 * @property {string | null} action the key binding whose keys are shown
 * @property {Contribution} contribution
 * @property {import('./palette_lists.js').PaletteList | null} opens a list instead of a run
 * @property {boolean} remembered whether it is offered again among those used last
 * @property {string} [folded] @property {string} [words] @property {any} [prepared] what searching made of it
 */

/**
 * What every row has, before it says more.
 * @param {Contribution} contribution whose row it is
 */
export const plainRow = (contribution) => ({ keywords: '', keepOpen: false, detail: null, detailVariant: 'muted', action: null, contribution, opens: null, remembered: true })

/**
 * A row of the shell itself.
 * @param {Partial<Row> & { key: string, label: string }} given
 * @returns {Row}
 */
export function coreRow(given) {
  const contribution = /** @type {Contribution} */ (/** @type {unknown} */ ({ area: 'palette', id: given.key, source: 'core' }))
  return { ...plainRow(contribution), icon: 'zap', run: () => undefined, ...given }
}
