/** Keys as the hints of a composer write them. */
import { formatCombo } from './combo.js'
import { isMac } from './platform.js'

/** @param {string} combo or a single character */
export const comboLabel = (combo) => (combo.length === 1 ? combo : formatCombo(combo, isMac))
