/** Boots the window: the only module that knows all others. Nothing here decides anything. */
import './slots.js'
import { followAnnouncements, allReports, startPlugins } from './loader.js'
import { onAnnouncement, receive, resync, seen } from './announcements.js'
import { startAppearance } from './appearance.js'
import { startAttention } from './attention.js'
import { watchBareGlobals } from './bare_globals.js'
import { channel } from './channel.js'
import { startChatActions } from './chat_actions.js'
import { startChatCommands } from './chat_commands.js'
import { refreshWorkspaceChat, startChatElements } from './chat_element.js'
import { startChatRoutes } from './chat_routes.js'
import { startChatState } from './chat_state.js'
import { startChatTiles } from './chat_tiles.js'
import { startChatViews } from './chat_views.js'
import { startComposerCommands } from './composer_commands.js'
import { startComposerFocus } from './composer_focus.js'
import { startCommands } from './commands.js'
import { startCoreCommands } from './core_commands.js'
import { startContributionWarnings } from './contribution_warnings.js'
import { startCoreContributions } from './core_contributions.js'
import { installDesktopBridge } from './desktop_bridge.js'
import { setLogSink } from './errors.js'
import { emitEvent } from './events.js'
import { startFirstRun } from './first_run.js'
import { installIdleHook } from './idle.js'
import { findIncarnation } from './incarnation.js'
import { startFindInPage } from './find_in_page.js'
import { startFloatingPanes } from './floating_panes.js'
import { startFrameToggles } from './frame_toggles.js'
import { startGatewayNotices } from './gateway_notices.js'
import { startGateway } from './gateway_state.js'
import { startHistory } from './history.js'
import { startKeybindWarnings } from './keybind_warnings.js'
import { applyOverrides, startKeybinds } from './keybinds.js'
import { startLinks } from './links.js'
import { startNavRows } from './nav_rows.js'
import { startOverlayPages } from './overlay_page.js'
import { startNotifications } from './os_notify.js'
import { startPaletteOfPanes } from './palette_panes.js'
import { startPaletteOfPlugins } from './palette_plugins.js'
import { startPaletteOfThemes } from './palette_themes.js'
import { startPageTiles } from './page_tiles.js'
import { startPaneChrome } from './pane_chrome.js'
import { startPaneCommands } from './pane_commands.js'
import { startPaneMenu } from './pane_menu.js'
import { startTabsMenu } from './tabs_menu.js'
import { startPanes } from './panes.js'
import { watchFirstScan } from './plugin_failures.js'
import { startPluginMenu } from './plugin_menu.js'
import { startPluginSwitches } from './plugin_switches.js'
import { startPluginsPage } from './plugins_page.js'
import { startPortals } from './portals.js'
import { startQuestions } from './question_queue.js'
import { startRealm } from './realm.js'
import { startRegions } from './regions.js'
import { registry } from './registry.js'
import { $route, $workspaceRoute, currentRoute, startRouter } from './router.js'
import { startSafeStart } from './safe_start.js'
import { startSashes } from './sashes.js'
import { startSettingsPage } from './settings_page.js'
import { watchSession } from './session_notice.js'
import { startShownPage } from './shown_page.js'
import { startSessions } from './sessions.js'
import { startStatusBar } from './status_bar.js'
import { snapshot } from './snapshot.js'
import { startStorage, takeStorage } from './storage.js'
import { startWatch } from './start_watch.js'
import { startStream } from './stream.js'
import { startTitleBar } from './title_bar.js'
import { startTranscriptSettings } from './transcript_settings.js'
import { notify } from './toasts.js'
import { startTabDrag } from './tab_drag.js'
import { startWindowTitle } from './window_title.js'

/** What a start waits for at most before it goes on without. */
const PATIENCE = 1000

/** Whether a channel has welcomed this window before. */
let greeted = false

// One line a cause; a log that cannot be written must not become an error of its own.
setLogSink((line) => void channel.call('log', { ...line }).catch((error) => console.warn('a log line was not written', error)))
startCoreContributions()
startContributionWarnings()
startAppearance()

startPortals()
startCommands()
startCoreCommands()
startKeybinds()
startKeybindWarnings()
startPanes()
startPaneCommands()
startPaneMenu()
startTabsMenu()
startPaneChrome()
startSashes()
startFloatingPanes()
startTabDrag()
startLinks()
startWindowTitle()
installDesktopBridge()
installIdleHook()
watchBareGlobals(findIncarnation)
startRouter(channel)
startShownPage()
startPageTiles()
startChatState()
startChatTiles()
startChatViews()
startChatRoutes(refreshWorkspaceChat)
startChatElements()
startChatCommands()
startChatActions()
startTranscriptSettings()
startComposerCommands()
startComposerFocus()
startOverlayPages()
startSettingsPage()
startHistory()
startFrameToggles()
startRegions()
startStatusBar()
startTitleBar()
startNavRows()
startSessions()

startPluginsPage()
startPluginSwitches()
startPluginMenu()
startPaletteOfPanes()
startPaletteOfThemes()
startPaletteOfPlugins()
startFindInPage()

startStorage()
watchFirstScan()
followAnnouncements()
startWatch()
startSafeStart()
startNotifications()
startQuestions()
startAttention()
startFirstRun()
onAnnouncement('keybinds', ({ overrides }) => applyOverrides(overrides))
onAnnouncement('hello', ({ keybinds }) => keybinds && applyOverrides(keybinds))
addEventListener('focus', () => registry.refreshWhen())
$route.listen(() => registry.refreshWhen())

const realm = startRealm(channel)
channel.attach({ realm, reports: allReports, route: currentRoute, below: () => $workspaceRoute.get(), seen, stored: snapshot.stored })
channel.on('event', ({ event }) => emitEvent(event))
channel.on('welcome', greet)
startGateway(channel)
startGatewayNotices()
watchSession(channel)

// The holder of the stream listens before the channel says hello, so that nothing falls between the two.
const hearing = startStream(receive)
channel.open()
await within(PATIENCE, Promise.all([hearing, channel.ready]))
const settled = startPlugins()
await within(PATIENCE, Promise.all([settled.then(() => channel.whenIdle()), channel.ready]))
document.documentElement.dataset.shell = 'ready'

/** @param {{ snapshot: object | null, storage?: Record<string, Record<string, unknown>> | null, incidents?: string[] }} welcome */
function greet({ snapshot: now, storage, incidents }) {
  // Before a plugin reads: what was stored after this page was made.
  if (storage) takeStorage(storage)
  // What happened to the home is told once, to the first window that comes.
  for (const message of incidents ?? []) notify({ kind: 'warning', title: 'About your home', message })
  if (now) receive({ ...now, kind: 'hello' })
  // Other windows may have written to storage while this one was not connected.
  else if (greeted) resync()
  greeted = true
}

/**
 * @param {number} ms
 * @param {Promise<unknown>} work
 * @returns {Promise<unknown>}
 */
function within(ms, work) {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))])
}
