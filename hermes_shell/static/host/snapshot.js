/**
 * The boot snapshot: everything synchronous APIs need before the first plugin is imported (architecture section 8).
 * It is parsed once; what changes afterwards arrives as announcements and frames.
 */

/**
 * @typedef {object} PluginError
 * @property {string} message
 * @property {'read' | 'lint' | 'evaluate' | 'register' | 'contract' | 'duplicate'} phase
 * @property {number | null} [line]
 * @property {number | null} [column]
 * @property {string | null} [source_line]
 */

/**
 * @typedef {object} Row an inventory row
 * @property {string} folder
 * @property {number} rank
 * @property {string | null} id
 * @property {string | null} [name]
 * @property {string | null} [description]
 * @property {string | null} [version]
 * @property {object | null} [package] set when the plugin is the desktop half of an agent package
 * @property {boolean | null} [default_enabled]
 * @property {string | null} rev
 * @property {string | null} [good_rev]
 * @property {PluginError | null} error
 * @property {boolean | null} [enabled]
 */

/** @typedef {{ id: string, shape: string, fields: Record<string, string> }} AreaRow */

/**
 * @typedef {object} Snapshot
 * @property {string} epoch
 * @property {number} number the last announcement the page was rendered with
 * @property {number} stored how many values of plugins had been stored when the page was made
 * @property {string} base
 * @property {string} static
 * @property {string} csrf
 * @property {string} version
 * @property {string} platform
 * @property {boolean} developer
 * @property {boolean} safe_mode whether no plugin is evaluated
 * @property {'usual' | 'held' | 'safe'} start_mode why
 * @property {import('./safe_start.js').BadStarts | null} bad_starts
 * @property {AreaRow[]} areas
 * @property {import('./registry.js').ContributionInput[]} core
 * @property {Row[]} inventory
 * @property {Record<string, boolean>} decisions
 * @property {Record<string, string>} owners
 * @property {boolean} scanned
 * @property {Record<string, Record<string, unknown>>} storage
 * @property {string[]} [overlay_pages] paths of pages that lie over the window
 * @property {Record<string, { plugin: string, title: string }>} [known_pages] whose pages the saved layout speaks of, by path
 * @property {string} locale
 * @property {string} plugins_root
 * @property {{ hash: string, url: string }} styles
 * @property {{ name: string, mode: 'light' | 'dark' | 'system' }} theme
 * @property {Record<string, any>} state
 * @property {Record<string, any>} settings those that plugins share
 * @property {Record<string, any>} preferences the shell's own settings, each with a value
 * @property {Record<string, string[]>} keybinds
 * @property {string[]} palette_recent keys of the palette's rows that were run last
 * @property {any} layout
 */

/** @type {Snapshot} */
export const snapshot = JSON.parse(document.getElementById('boot-snapshot')?.textContent ?? 'null')
if (!snapshot) throw new Error('the page has no boot snapshot')

/** The secret path, with a slash at its end. */
export const base = snapshot.base
