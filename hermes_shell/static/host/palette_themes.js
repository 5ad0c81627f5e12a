/** The list "Color theme…": what is marked is painted at once, and what was chosen comes back unless a row is run. */
import { $chosen, clearThemePreview, previewTheme, storeChoice } from '../sdk/theme.js'
import { themesWithSource } from '../sdk/theme_catalogue.js'
import { oneLine } from './one_line.js'
import { registerPaletteList } from './palette_lists.js'
import { coreRow } from './palette_row.js'
import { LONGEST_LABEL } from './palette_text.js'
import { sourceName } from './sources.js'
import { notifyError } from './toasts.js'

const PREFIX = 'theme:'

/** Puts the list into the palette. Call once. */
export function startPaletteOfThemes() {
  const list = {
    title: 'Color theme',
    placeholder: 'Search themes',
    rows: () => themesWithSource().map(themeRow),
    current: () => PREFIX + $chosen.get().name,
    preview: (/** @type {import('./palette_row.js').Row} */ row) => previewTheme(row.key.slice(PREFIX.length)),
    leave: clearThemePreview,
  }
  registerPaletteList({ id: 'themes', label: 'Color theme…', group: 'Appearance', keywords: ['colour', 'appearance', 'look', 'dark', 'light'], icon: 'symbol-color', list })
}

/** @param {{ theme: import('../sdk/retint.js').DesktopTheme, source: string }} known */
function themeRow({ theme, source }) {
  const { name, label, description } = theme
  const from = sourceName(source)
  const run = () => {
    storeChoice({ name }).catch((error) => notifyError(error, 'The theme holds in this window only, it could not be kept'))
  }
  const detail = () => (name === $chosen.get().name ? `${from}, chosen` : from)
  return coreRow({ key: PREFIX + name, label: oneLine(label, LONGEST_LABEL), keywords: `${name} ${oneLine(description, LONGEST_LABEL)}`, icon: 'symbol-color', run, detail, remembered: false })
}
