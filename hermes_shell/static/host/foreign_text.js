/** A text of a plugin inside a sentence of the shell. */

/** Letters of scripts that run from right to left, and marks that turn the direction of what follows them. */
const TURNS = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const MARKS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Where markup has `<bdi>`: the direction of the text ends with it.
 * @param {string} text
 * @returns {string} the same text when it turns nothing
 */
export const isolated = (text) => (TURNS.test(text) ? `\u2068${text.replace(MARKS, '')}\u2069` : text)
