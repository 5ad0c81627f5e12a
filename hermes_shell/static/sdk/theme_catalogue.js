/** Which themes there are, and which one a name means (contract, themes; rules T1 and T2). */
import { registry } from '../host/registry.js'
import { THEMES_AREA } from './areas.js'
import { BUILT_IN_THEMES } from './built_in_themes.js'
import { builtInColors } from './theme_paint.js'

/** @typedef {import('./retint.js').DesktopTheme} DesktopTheme */

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

/** @param {string} name */
export const isBuiltIn = (name) => BUILT_IN_THEMES.some((theme) => theme.name === name)

/** @returns {Map<string, DesktopTheme>} */
function contributed() {
  const themes = new Map()
  for (const { data } of registry.getArea(THEMES_AREA)) {
    if (isTheme(data) && !isBuiltIn(data.name) && !themes.has(data.name)) themes.set(data.name, data)
  }
  return themes
}

/** @param {any} data @returns {data is DesktopTheme} */
function isTheme(data) {
  if (typeof data?.name !== 'string' || !data.name || typeof data.label !== 'string' || !data.label) return false
  const { colors } = data
  return ['background', 'foreground', 'primary'].every((slot) => typeof colors?.[slot] === 'string')
}
