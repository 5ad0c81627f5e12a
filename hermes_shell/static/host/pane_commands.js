/** The commands of panes and zones, by the ids that keys and palette rows know (contract section 5.3; the rest are the shell's own). */
import { offerCommandWhen, registerCommand } from './commands.js'
import { resetLayout } from './layout_reset.js'
import { activateSlot, canReopen, closeTab, movePane, reopenTab, toggleFloat, toggleMaximised, toggleMinimised, toggleStrip } from './pane_actions.js'
import { focusNextZone, focusedPane } from './pane_focus.js'
import { openPaneMenu } from './pane_menu.js'
import { focusedZone, layoutOp } from './panes.js'

const SLOTS = 9

/** @type {Record<string, () => unknown>} */
const COMMANDS = {
  'view.closeTab': () => closeTab(focusedPane()),
  'view.reopenTab': () => reopenTab(),
  'view.toggleTabStrip': () => toggleStrip(focusedZone()),
  'view.flipPanes': () => layoutOp('flip'),
  'view.paneMenu': () => openPaneMenu(focusedPane()),
  'layout.reset': () => resetLayout(),
  'layout.maximise': () => toggleMaximised(focusedPane()),
  'layout.minimise': () => toggleMinimised(focusedPane()),
  'layout.float': () => toggleFloat(focusedPane()),
  'layout.moveLeft': () => movePane(focusedPane(), 'left'),
  'layout.moveRight': () => movePane(focusedPane(), 'right'),
  'layout.moveUp': () => movePane(focusedPane(), 'up'),
  'layout.moveDown': () => movePane(focusedPane(), 'down'),
  'layout.nextZone': () => focusNextZone(1),
  'layout.previousZone': () => focusNextZone(-1),
}

/** Registers them. Call once. */
export function startPaneCommands() {
  for (const [id, run] of Object.entries(COMMANDS)) registerCommand(id, run)
  offerCommandWhen('view.reopenTab', canReopen)
  for (let slot = 1; slot <= SLOTS; slot++) registerCommand(`view.tabSlot.${slot}`, () => activateSlot(slot))
}
