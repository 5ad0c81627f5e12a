/** Starts everything about the list of sessions. */
import { subscribeSetting } from '../sdk/settings.js'
import { archiveSessions, deleteSessions, startSessionFaults } from './session_actions.js'
import { startSessionClicks } from './session_clicks.js'
import { startSessionCommands } from './session_commands.js'
import { startSessionDrag } from './session_drag.js'
import { focusSession, startSessionFocus } from './session_focus.js'
import { sessionList, startSessionList } from './session_list.js'
import { openBulkMenu } from './session_menu.js'
import { startPaletteOfSessions } from './session_palette.js'
import { startSessionSearch } from './session_search.js'
import { startSessionSelection } from './session_selection.js'
import { startSessionTimes } from './session_times.js'
import { DENSITY, startSessionViewMenu } from './session_view_menu.js'

/** Call once, before the links of the document. */
export function startSessions() {
  subscribeSetting(DENSITY, (value) => sessionList()?.closest('.hs-sidebar-body')?.setAttribute('data-density', value))
  startSessionList()
  startSessionFocus()
  startSessionClicks()
  startSessionDrag()
  startSessionSelection({ archive: (ids) => void archiveSessions(ids), remove: (ids) => void deleteSessions(ids), menu: openBulkMenu, leave: () => void focusSession() })
  startSessionSearch()
  startSessionViewMenu()
  startSessionTimes()
  startSessionCommands()
  startPaletteOfSessions()
  startSessionFaults()
}
