/** Tells plugins, on their rows, which of their key bindings are left out, and whose keys run something else first. */
import { $commands } from './commands.js'
import { warnPlugin } from './errors.js'
import { refusedKeybinds } from './keybind_actions.js'
import { $overrides, combosOf, keybindActions } from './keybinds.js'
import { setPluginWarnings } from './plugin_warnings.js'
import { registry } from './registry.js'
import { sharedCombos, short } from './shared_combos.js'
import { comboText } from './shortcut_facts.js'

const LONGEST_NAME = 100
const LONGEST_REASON = 300

let waiting = false

/** Follows actions, commands and keys. Call once, after the commands. */
export function startKeybindWarnings() {
  const soon = () => {
    if (!waiting) queueMicrotask(tell)
    waiting = true
  }
  registry.subscribe('keybinds', soon)
  $commands.listen(soon)
  $overrides.listen(soon)
  soon()
}

function tell() {
  waiting = false
  setPluginWarnings('keybinds', bySource(refused()))
  setPluginWarnings('keys', bySource(late()))
}

/** @returns {Iterable<[string, string]>} sources and sentences */
function* refused() {
  for (const [{ id, source }, reason] of refusedKeybinds()) {
    const text = `key binding "${short(id, LONGEST_NAME)}" is not used: ${short(reason, LONGEST_REASON)}`
    warnPlugin(source, text)
    yield [source, text]
  }
}

/** @returns {Iterable<[string, string]>} sources and sentences */
function* late() {
  const sharing = sharedCombos()
  for (const action of keybindActions()) {
    if (action.builtIn) continue
    for (const combo of combosOf(action)) {
      const shared = sharing(action, combo)
      if (shared?.late) yield [action.source, `${comboText(combo)} of "${short(action.label, LONGEST_NAME)}" is also bound to ${shared.names}, which runs first`]
    }
  }
}

/** @param {Iterable<[string, string]>} told */
function bySource(told) {
  /** @type {Map<string, string[]>} */
  const lists = new Map()
  for (const [source, text] of told) {
    const list = lists.get(source)
    if (list) list.push(text)
    else lists.set(source, [text])
  }
  return lists
}
