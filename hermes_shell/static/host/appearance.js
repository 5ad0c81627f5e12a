/** What settings put on the root element; the first HTML has it already (`core/root_attributes.py`). */
import { onPreference } from './preferences.js'

/** Follows the settings from now on. Call once. */
export function startAppearance() {
  const root = document.documentElement
  onPreference('appearance.density', (density) => void (root.dataset.density = density))
  onPreference('appearance.reduceMotion', (reduced) => void (root.dataset.reduceMotion = String(reduced)))
  onPreference('appearance.zoom', (percent) => {
    if (percent === 100) root.style.removeProperty('--hs-zoom')
    else root.style.setProperty('--hs-zoom', String(percent / 100))
  })
}
