// Where a contribution is from: `core`, or `plugin:<id>`.

const PLUGIN = 'plugin:'

/**
 * @param {string} source `core`, `plugin:<id>`, or an id alone
 * @returns {string} the plugin's id; what is no plugin stays as it is
 */
export const plainSource = (source) => (source.startsWith(PLUGIN) ? source.slice(PLUGIN.length) : source)

/** @param {string | undefined} source @returns {string | null} the plugin's id, null for what no plugin contributed */
export const pluginOf = (source) => (source?.startsWith(PLUGIN) ? source.slice(PLUGIN.length) : null)

/** @param {string} source @returns {string} for people: `Core`, or the plugin's id */
export const sourceName = (source) => (source === 'core' ? 'Core' : plainSource(source))
