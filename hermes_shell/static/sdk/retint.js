/** Retinting: a theme in another accent (contract, themes, Retint). */
import { hexToOklch, hueDelta, maxChroma, mixOklab, normalizeHex, oklchToHex } from './colour.js'
import { contrastRatio, readableOn } from './contrast.js'

/** @typedef {Record<string, string | undefined>} Colors */
/** @typedef {{ name: string, label: string, description?: string, colors: Colors, darkColors?: Colors, [more: string]: unknown }} DesktopTheme */

/** An accent must be legible as text on the sidebar. */
const LEAST_CONTRAST = 4.5
/** Slots within this many degrees of the old primary are the same accent. */
const SAME_HUE = 25
/** Below this chroma a colour has no hue to compare. */
const GREY = 0.03

const ACCENT_SLOTS = ['primary', 'ring', 'midground', 'composerRing']
const FOREGROUNDS = { primary: 'primaryForeground', midground: 'midgroundForeground' }
/** Share of the background in each wash of the accent. */
const WASHES = { light: { accent: 0.88, secondary: 0.86, userBubble: 0.88 }, dark: { accent: 0.82, secondary: 0.72, userBubble: 0.82 } }

/**
 * The hue of a theme.
 *
 * @param {DesktopTheme} theme
 * @returns {number} whole degrees; 0 when its primary is not a hex
 */
export function themeHue(theme) {
  return Math.round(hexToOklch(theme.colors.primary ?? '')?.h ?? 0) % 360
}

/**
 * A copy of the theme in the accent `hex`; the theme itself when it has that accent already or `hex` is none.
 *
 * @param {DesktopTheme} theme
 * @param {string} hex
 * @returns {DesktopTheme}
 */
export function retintTheme(theme, hex) {
  const seed = normalizeHex(hex)
  const primary = normalizeHex(theme.colors.primary ?? '')
  if (!seed || !primary || seed === primary) return theme
  const colors = retintColors(theme.colors, seed)
  if (!theme.darkColors) return { ...theme, colors }
  return { ...theme, colors, darkColors: retintColors(theme.darkColors, shifted(seed, theme.colors, theme.darkColors)) }
}

/** @param {Colors} colors @param {string} seed @returns {Colors} */
function retintColors(colors, seed) {
  const background = normalizeHex(colors.background ?? '') ?? readableOn(colors.foreground ?? '')
  const dark = (hexToOklch(background)?.l ?? 1) < 0.5
  const accent = legible(seed, normalizeHex(colors.sidebarBackground ?? '', background) ?? background, dark)
  const old = hexToOklch(colors.primary ?? '')
  const tinted = { ...colors }
  for (const slot of ACCENT_SLOTS) {
    if (slot === 'primary' || follows(colors[slot], old)) tinted[slot] = accent
  }
  for (const [slot, share] of Object.entries(dark ? WASHES.dark : WASHES.light)) {
    if (colors[slot] !== undefined) tinted[slot] = mixOklab(accent, background, share)
  }
  for (const [slot, foreground] of Object.entries(FOREGROUNDS)) {
    if (tinted[slot] !== colors[slot] && (slot === 'primary' || colors[foreground] !== undefined)) {
      tinted[foreground] = readableOn(accent)
    }
  }
  return tinted
}

/** Whether a slot shows the theme's accent. @param {string | undefined} color @param {import('./colour.js').Oklch | null} primary */
function follows(color, primary) {
  const own = hexToOklch(color ?? '')
  if (!own || !primary) return false
  if (own.c < GREY || primary.c < GREY) return own.c < GREY && primary.c < GREY
  return Math.abs(hueDelta(primary.h, own.h)) <= SAME_HUE
}

/** Moves the lightness away from the surface until the accent is legible on it. @param {string} seed @param {string} surface @param {boolean} dark */
function legible(seed, surface, dark) {
  const color = hexToOklch(seed)
  if (!color) return seed
  let hex = seed
  for (let step = 0; step < 100 && (contrastRatio(hex, surface) ?? 21) < LEAST_CONTRAST; step++) {
    color.l = Math.min(1, Math.max(0, color.l + (dark ? 0.01 : -0.01)))
    hex = oklchToHex({ ...color, c: Math.min(color.c, maxChroma(color.l, color.h)) })
  }
  return hex
}

/** The seed of the dark palette: as much lighter as the theme's own dark primary is. @param {string} seed @param {Colors} light @param {Colors} dark */
function shifted(seed, light, dark) {
  const color = hexToOklch(seed)
  const from = hexToOklch(light.primary ?? '')
  const to = hexToOklch(dark.primary ?? '')
  if (!color || !from || !to) return seed
  return oklchToHex({ ...color, l: Math.min(1, Math.max(0, color.l + to.l - from.l)) })
}
