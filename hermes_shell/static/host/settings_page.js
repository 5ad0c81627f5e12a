/** The Settings page: its elements, and the commands that change a setting from anywhere. */
import { storeChoice } from '../sdk/theme.js'
import { channel } from './channel.js'
import { registerCommand } from './commands.js'
import { preference, setPreference } from './preferences.js'
import { navigate } from './router.js'
import { notify } from './toasts.js'
import { stepZoom } from './zoom.js'
import './setting_control.js'
import './settings_gateway.js'
import './settings_plugin.js'
import './settings_search.js'
import './shortcut_list.js'
import './theme_picker.js'

/** @type {Record<string, () => unknown>} */
const COMMANDS = {
  'view.zoomIn': () => stepZoom(1),
  'view.zoomOut': () => stepZoom(-1),
  'view.zoomReset': () => setPreference('appearance.zoom', 100),
  'appearance.themes': () => navigate('/settings?tab=appearance'),
  'appearance.light': () => storeChoice({ mode: 'light' }),
  'appearance.dark': () => storeChoice({ mode: 'dark' }),
  'appearance.system': () => storeChoice({ mode: 'system' }),
  'appearance.toggleDensity': () =>
    setPreference('appearance.density', preference('appearance.density') === 'compact' ? 'relaxed' : 'compact'),
  'diagnostics.copy': copyReport,
}

/** Registers them. Call once. */
export function startSettingsPage() {
  for (const [id, run] of Object.entries(COMMANDS)) registerCommand(id, run)
}

async function copyReport() {
  await navigator.clipboard.writeText(String(await channel.call('diagnostics.report')))
  notify({ kind: 'success', message: 'Report copied' })
}
