/** Which themes there are, and which one a name means (contract, themes; rules T1 and T2). */
import { readPlugin } from '../host/errors.js'
import { registry } from '../host/registry.js'
import { THEMES_AREA } from './areas.js'
import { BUILT_IN_THEMES } from './built_in_themes.js'
import { builtInColors } from './theme_paint.js'

/** @typedef {import('./retint.js').DesktopTheme} DesktopTheme */

/** Who brings a contributed theme. @type {WeakMap<DesktopTheme, string>} */
const sources = new WeakMap()

/** The theme that an unknown name is painted as. */
export const DEFAULT_THEME = BUILT_IN_THEMES[0].name

/**
 * Built-in themes, then contributed ones; a contributed theme cannot take a built-in name, and the first of a name wins.
 *
 * @returns {{ name: string, label: string, description: string }[]}
 */
export function availableThemes() {
  const themes = BUILT_IN_THEMES.map((theme) => ({ ...theme }))
  for (const { name, label, description } of contributed().values()) themes.push({ name, label, description: description ?? '' })
  return themes
}

/**
 * @param {string} name
 * @returns {DesktopTheme | null} null when nobody brings a theme of that name now
 */
export function resolveTheme(name) {
  const builtIn = BUILT_IN_THEMES.find((theme) => theme.name === name)
  if (builtIn) return { ...builtIn, ...builtInColors() }
  return contributed().get(name) ?? null
}

/**
 * Every theme with its colours and who brings it, in the order of `availableThemes`.
 *
 * @returns {{ theme: DesktopTheme, source: string }[]} source is `core` or `plugin:<id>`
 */
export function themesWithSource() {
  const builtIns = BUILT_IN_THEMES.map(({ name }) => ({ theme: /** @type {DesktopTheme} */ (resolveTheme(name)), source: 'core' }))
  return [...builtIns, ...[...contributed().values()].map((theme) => ({ theme, source: sources.get(theme) ?? 'core' }))]
}

/** @param {string} name */
export const isBuiltIn = (name) => BUILT_IN_THEMES.some((theme) => theme.name === name)

/** @returns {Map<string, DesktopTheme>} */
function contributed() {
  const themes = new Map()
  for (const { data, id, source } of registry.getArea(THEMES_AREA)) {
    const theme = readPlugin(source, `theme ${id}`, () => themeIn(data))
    if (!theme || isBuiltIn(theme.name) || themes.has(theme.name)) continue
    themes.set(theme.name, theme)
    sources.set(theme, source ?? 'core')
  }
  return themes
}

/**
 * A copy, so that no getter of the plugin runs where the theme is painted.
 *
 * @param {any} data
 * @returns {DesktopTheme | null} null when it is no theme
 */
function themeIn(data) {
  if (!isTheme(data)) return null
  const theme = { ...data, colors: texts(data.colors) }
  return data.darkColors ? { ...theme, darkColors: texts(data.darkColors) } : theme
}

/** @param {Record<string, unknown>} colors @returns {Record<string, string>} */
const texts = (colors) => Object.fromEntries(Object.entries(colors).flatMap(([slot, color]) => (typeof color === 'string' ? [[slot, color]] : [])))

/** @param {any} data @returns {data is DesktopTheme} */
function isTheme(data) {
  if (typeof data?.name !== 'string' || !data.name || typeof data.label !== 'string' || !data.label) return false
  const { colors } = data
  return ['background', 'foreground', 'primary'].every((slot) => typeof colors?.[slot] === 'string')
}
