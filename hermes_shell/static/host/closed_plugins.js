/** Plugins that went off in this window because their only pane was closed: closing is undone by turning them on. */

/** @type {Set<string>} ids */
export const closedPlugins = new Set()
