/**
 * The theme of the window: what is chosen, what is painted, and the doors for plugins (guide, Themes).
 *
 * The server stores the name and paints the first frame; from then on the page paints. A name that nobody brings now is kept
 * as it is and painted once its plugin is there.
 */
import { atom } from '../vendor/nanostores.js'
import { useStore } from '../vendor/nanostores-react.js'
import { onAnnouncement } from '../host/announcements.js'
import { channel } from '../host/channel.js'
import { registry } from '../host/registry.js'
import { snapshot } from '../host/snapshot.js'
import { $accentOverride } from './accent.js'
import { THEMES_AREA } from './areas.js'
import { luminance } from './contrast.js'
import { retintTheme } from './retint.js'
import { DEFAULT_THEME, availableThemes, isBuiltIn, resolveTheme } from './theme_catalogue.js'
import { paintTheme } from './theme_paint.js'

/** @typedef {'light' | 'dark' | 'system'} Mode */
/** @typedef {{ name: string, mode: Mode }} Choice */

const MODES = ['light', 'dark', 'system']
const night = matchMedia('(prefers-color-scheme: dark)')

/** @type {{ theme?: Choice }} */
const { theme: saved } = /** @type {any} */ (snapshot)

/** What is stored; the name may be of a theme that nobody brings now. */
export const $chosen = atom(/** @type {Choice} */ ({ name: saved?.name ?? DEFAULT_THEME, mode: saved?.mode ?? 'system' }))
/** What a picker shows for the moment. */
const $preview = atom(/** @type {Choice | null} */ (null))
/** What is painted. */
const $painted = atom(paint())

const repaint = () => $painted.set(paint())
$chosen.listen(repaint)
$preview.listen(repaint)
$accentOverride.listen(repaint)
night.addEventListener('change', repaint)
registry.subscribe(THEMES_AREA, repaint)
onAnnouncement('theme', choose)
onAnnouncement('hello', (hello) => hello.theme && choose(hello.theme))

/**
 * Switches to a theme and stores the choice. An unknown name is refused, and nothing changes.
 *
 * @param {string} name
 * @returns {boolean} whether there is such a theme
 */
export function requestTheme(name) {
  if (typeof name !== 'string' || !resolveTheme(name)) return false
  store({ name })
  return true
}

/** The appearance as it is painted, and the doors to change it. */
export function useTheme() {
  const painted = useStore($painted)
  const { name, mode } = useStore($chosen)
  return { ...painted, themeName: name, mode, availableThemes: availableThemes(), setTheme, setMode, previewTheme, clearThemePreview }
}

/** @param {string} name an unknown one is the default theme */
function setTheme(name) {
  store({ name: resolveTheme(name) ? name : DEFAULT_THEME })
}

/** @param {Mode} mode */
function setMode(mode) {
  if (MODES.includes(mode)) store({ mode })
}

/** Paints a theme for the moment. @param {string} name @param {Mode} [mode] */
export function previewTheme(name, mode) {
  $preview.set({ name, mode: mode ?? $chosen.get().mode })
}

/** Paints what is chosen again. */
export function clearThemePreview() {
  $preview.set(null)
}

/** @param {Partial<Choice>} change */
function store(change) {
  storeChoice(change).catch((error) => {
    console.warn('The theme is painted in this window only, it could not be stored:', error)
  })
}

/**
 * Paints a choice here at once and stores it; what is not given stays as it is stored.
 *
 * @param {Partial<Choice>} change
 * @returns {Promise<unknown>} rejects when it could not be stored
 */
export function storeChoice(change) {
  $preview.set(null)
  choose({ ...$chosen.get(), ...change })
  return channel.call('theme.set', change)
}

/** @param {{ name?: unknown, mode?: any }} given */
function choose({ name, mode }) {
  const now = $chosen.get()
  const next = { name: typeof name === 'string' && name ? name : now.name, mode: MODES.includes(mode) ? mode : now.mode }
  if (next.name !== now.name || next.mode !== now.mode) $chosen.set(next)
}

/** Brings the document to what is chosen. */
function paint() {
  const { name, mode } = $preview.get() ?? $chosen.get()
  const found = resolveTheme(name)
  const theme = found ?? /** @type {import('./retint.js').DesktopTheme} */ (resolveTheme(DEFAULT_THEME))
  const accent = $accentOverride.get()
  const tinted = accent ? retintTheme(theme, accent) : theme
  paintTheme(isBuiltIn(theme.name) && tinted === theme ? null : tinted)

  const resolvedMode = mode === 'system' ? (night.matches ? 'dark' : 'light') : mode
  const palette = resolvedMode === 'dark' ? (tinted.darkColors ?? tinted.colors) : tinted.colors
  const light = luminance(palette.background ?? '')
  // The painted background decides: a theme may be dark in both of its looks.
  const renderedMode = light === null ? resolvedMode : light > 0.5 ? 'light' : 'dark'
  const root = document.documentElement
  root.dataset.hsMode = renderedMode === resolvedMode ? mode : renderedMode
  root.dataset.hermesTheme = theme.name
  root.dataset.hermesMode = renderedMode
  root.classList.toggle('dark', renderedMode === 'dark')
  root.style.colorScheme = renderedMode
  return { theme, resolvedMode, renderedMode }
}
