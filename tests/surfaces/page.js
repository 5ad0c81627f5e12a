// The window without a server: real page modules over a channel that records calls. Tests reach everything through `window.T`.
import { channel } from '/static/host/channel.js'
import { registry } from '/static/host/registry.js'
import * as appearance from '/static/host/appearance.js'
import * as combo from '/static/host/combo.js'
import * as commands from '/static/host/commands.js'
import * as coreCommands from '/static/host/core_commands.js'
import * as desktop from '/static/host/desktop_bridge.js'
import * as fragments from '/static/host/fragments.js'
import { startKeybindWarnings } from '/static/host/keybind_warnings.js'
import * as keybinds from '/static/host/keybinds.js'
import * as links from '/static/host/links.js'
import * as overlay from '/static/host/error_overlay.js'
import * as failures from '/static/host/plugin_failures.js'
import * as pluginWarnings from '/static/host/plugin_warnings.js'
import * as palette from '/static/host/palette.js'
import * as panes from '/static/host/panes.js'
import * as portals from '/static/host/portals.js'
import * as preferences from '/static/host/preferences.js'
import * as router from '/static/host/router.js'
import * as routePath from '/static/host/route_path.js'
import { startShownPage } from '/static/host/shown_page.js'
import * as sashes from '/static/host/sashes.js'
import * as toasts from '/static/host/toasts.js'
import * as translations from '/static/host/translations.js'
import '/static/host/slots.js'
import * as React from '/static/vendor/react.js'

const calls = []
const routes = []
const answers = {}
channel.call = async (verb, args) => {
  calls.push([verb, args])
  const answer = answers[verb]
  if (answer instanceof Error) throw answer
  if (answer === undefined) return verb === 'settings.set' ? args.value : null
  return answer
}
channel.route = (path) => routes.push(path)

appearance.startAppearance()
portals.startPortals()
commands.startCommands()
coreCommands.startCoreCommands()
keybinds.startKeybinds()
startKeybindWarnings()
panes.startPanes()
sashes.startSashes()
links.startLinks()
desktop.installDesktopBridge()
router.startRouter(channel)
startShownPage()

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
const slot = (area, cid) => `<hermes-slot id="slot:${area}:${cid}" data-item="${cid}" area="${area}" cid="${cid}" hx-morph-skip-children></hermes-slot>`
/** A frame with one item at the end of a list area, or before another. */
const put = (area, ids, before = null) => fragments.applyParts([{ area, remove: [], put: ids.map((id) => ({ id, html: slot(area, id), before })) }])

window.T = {
  ...combo, ...commands, ...fragments, ...keybinds, ...links, ...overlay, ...failures, ...palette, ...panes, ...pluginWarnings, ...preferences, ...router, ...routePath, ...sashes, ...toasts,
  registry, channel, calls, routes, answers, frame, slot, put, translations, React, h: React.createElement,
}
document.documentElement.dataset.shell = 'ready'
