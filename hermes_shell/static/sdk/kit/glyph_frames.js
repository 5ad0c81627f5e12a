/** Spinners made of text: the frames and their pace. */

/** @typedef {{ frames: readonly string[], interval: number }} Glyphs `interval` in ms */

/** @type {Readonly<Record<string, Glyphs>>} */
export const GLYPHS = Object.freeze({
  braille: { frames: [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'], interval: 80 },
  braillewave: { frames: [...'⠁⠂⠄⡀⢀⠠⠐⠈'], interval: 100 },
  orbit: { frames: [...'⠃⠉⠘⠰⢠⣀⡄⠆'], interval: 100 },
  breathe: { frames: [...'⠀⠂⠌⡑⢕⢝⣫⣟⣿⣟⣫⢝⢕⡑⠌⠂'], interval: 100 },
  snake: { frames: [...'⠏⠛⠹⢸⣰⣤⣆⡇'], interval: 80 },
  pulse: { frames: [...'⠀⠂⠆⠶⣶⣿⣶⠶⠆⠂'], interval: 120 },
  scan: { frames: [...'⡇⣿⢸⣿'], interval: 120 },
  rain: { frames: [...'⢁⠂⠔⡈'], interval: 120 },
  fillsweep: { frames: [...'⣀⣤⣶⣿⣶⣤⣀⠀'], interval: 100 },
  columns: { frames: [...'⡀⡄⡆⡇⣇⣧⣷⣿'], interval: 80 },
  checkerboard: { frames: [...'⢕⡪⢊⡡'], interval: 250 },
  sparkle: { frames: [...'⡡⢊⢔⡁'], interval: 150 },
})

/**
 * @param {string} name
 * @returns {Glyphs} the ones of `braille` for a name that is not here
 */
export function glyphsOf(name) {
  return Object.hasOwn(GLYPHS, name) ? GLYPHS[name] : GLYPHS.braille
}
