/**
 * How a plugin's error reaches the user while a page is open: a toast that names plugin, phase and place (contract, rule L19), and the
 * overlay with the lines around it.
 */
import { isolated } from './foreign_text.js'
import { addFailure, amendFailure, dismissFailure, endFailure } from './plugin_failures.js'
import { navigate } from './router.js'
import { dismiss, notify } from './toasts.js'

/** @typedef {import('./plugin_failures.js').Failure} Failure */

/** How long the toast stays, in milliseconds. */
const TOAST_MS = 8000

/** @param {string} folder */
const toastId = (folder) => `plugin-error:${folder}`

/** @type {Promise<void> | null} */
let view = null

/**
 * Shows that a plugin failed; the same plugin's next error replaces it.
 * @param {Failure} failure
 * @returns {string} the toast's id
 */
export function showPluginError(failure) {
  if (addFailure(failure)) showOverlay()
  const { error, name, folder, id } = failure
  const verb = error.phase === 'register' ? 'failed to register' : 'failed to load'
  const at = error.line ? `plugin.js:${error.line}${error.column ? `:${error.column}` : ''}` : null
  return notify({
    id: toastId(folder),
    kind: 'error',
    title: `Plugin "${isolated(name || id || folder)}" ${verb}`,
    message: at ? `${isolated(error.message)} (${at})` : error.message,
    detail: error.source_line ?? undefined,
    action: { label: 'Open Plugins', onClick: () => navigate('/capabilities') },
    // Overlay, row and status bar go on saying it; a file that did not arrive is told by nothing else.
    durationMs: failure.unreachable ? 0 : TOAST_MS,
  })
}

/**
 * The place of a shown error was found, or what runs meanwhile is another.
 * @param {string} folder
 * @param {Partial<Failure>} more
 */
export function amendPluginError(folder, more) {
  amendFailure(folder, more)
}

/**
 * A plugin's error is over.
 * @param {string} folder
 * @param {boolean} [good] whether the plugin runs as its file says
 */
export function clearPluginError(folder, good = false) {
  endFailure(folder, good)
  dismiss(toastId(folder))
}

/**
 * The user has seen an error: overlay and toast go, until the next failing save of this plugin.
 * @param {string} folder
 */
export function dismissPluginError(folder) {
  dismissFailure(folder)
  dismiss(toastId(folder))
}

/** The view is fetched when something fails for the first time; a start does not pay for it. */
function showOverlay() {
  view ??= import('./error_overlay_view.js').then(({ mountErrorOverlay }) => mountErrorOverlay())
  view.catch((error) => {
    view = null
    console.warn('the error overlay could not be fetched', error)
  })
}
