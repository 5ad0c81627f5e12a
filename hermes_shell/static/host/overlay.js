/** How a plugin's error reaches the user while a page is open: a toast that names plugin, phase and place. */
import { navigate } from './router.js'
import { dismiss, notify } from './toasts.js'

/** @typedef {import('./snapshot.js').Row} Row */

/** @param {Row} row */
const toastId = (row) => `plugin-error:${row.folder}`

/**
 * Shows the error of an inventory row; the same plugin's next error replaces it.
 * @param {Row} row with an error
 * @returns {string | null} the toast's id
 */
export function showPluginError(row) {
  const { error, name, folder, id } = row
  if (!error) return null
  const verb = error.phase === 'register' ? 'failed to register' : 'failed to load'
  const at = error.line ? `plugin.js:${error.line}${error.column ? `:${error.column}` : ''}` : null
  return notify({
    id: toastId(row),
    kind: 'error',
    title: `Plugin "${name || id || folder}" ${verb}`,
    message: at ? `${error.message} (${at})` : error.message,
    detail: error.source_line ?? undefined,
    action: { label: 'Open Plugins', onClick: () => navigate('/capabilities') },
  })
}

/**
 * The plugin loads again: its error is over.
 * @param {Row} row
 */
export function clearPluginError(row) {
  dismiss(toastId(row))
}
