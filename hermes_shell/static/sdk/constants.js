/** Scalar constants of the contract: deadlines in ms, the reasoning scale, class strings of sidebar rows. */

export const DEFAULT_SESSION_HYDRATION_TIMEOUT_MS = 20_000
export const BOT_CHAT_SESSION_HYDRATION_TIMEOUT_MS = 60_000
export const HYDRATION_SYNC_BADGE_TIMEOUT_MS = 30_000

/** The backend's approvals.timeout. */
export const APPROVAL_RESPOND_TIMEOUT_MS = 300_000

/** The fixed leading cell of a sidebar row: every label starts at the same left edge. */
export const SIDEBAR_ROW_LEAD = 'grid size-3.5 shrink-0 place-items-center'

/** Leading of a truncated label; a tighter one would cut glyphs that stick out of the em square. */
export const SIDEBAR_TRUNCATED_LEADING = 'leading-[1.35]'

/** App actions that a plugin may run, in the order `ctx.listActions()` lists them (contract, runAction). */
export const PLUGIN_APP_ACTIONS = Object.freeze(
  /** @type {const} */ ([
    'view.showBrowser',
    'view.showFiles',
    'view.toggleSidebar',
    'view.toggleRightSidebar',
    'view.toggleReview',
    'view.toggleStatusbar',
    'view.findInPage',
    'composer.focus',
    'session.new',
    'session.focusSearch',
    'conversation.scrollPageUp',
    'conversation.scrollPageDown',
    'nav.commandPalette',
    'nav.settings',
    'nav.profiles',
    'nav.capabilities',
    'nav.messaging',
    'nav.artifacts',
    'nav.cron',
    'nav.agents',
    'keybinds.openPanel',
  ]),
)
