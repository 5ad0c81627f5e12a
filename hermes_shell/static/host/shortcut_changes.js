/** What the list of shortcuts changes: stored at once, said when it fails, and undone where more than one row changed. */
import { attempt } from './attempt.js'
import { isolated } from './foreign_text.js'
import { $overrides, combosOf, conflictsOf, setBinding, takeCombo } from './keybinds.js'
import { changeOverrides } from './keybind_overrides.js'
import { namesOf } from './shared_combos.js'
import { comboText } from './shortcut_facts.js'
import { notify } from './toasts.js'

/** @typedef {import('./keybinds.js').Action} Action */

const TOAST = 'shortcuts-changed'

/** @param {Action} action @param {readonly string[] | null} combos null = back to the defaults */
export const saveCombos = (action, combos) => attempt(`The keys of ${isolated(action.label)} were not changed`, () => setBinding(action.id, combos))

/**
 * @param {Action} action
 * @param {string} combo the new one
 * @param {string | null} replaced the one whose place it takes; null adds it
 */
export function putCombo(action, combo, replaced) {
  const mine = combosOf(action)
  const put = replaced === null ? [...mine, combo] : mine.map((one) => (one === replaced ? combo : one))
  return saveCombos(action, [...new Set(put)])
}

/** @param {Action} action @param {string} combo */
export const dropCombo = (action, combo) => saveCombos(action, combosOf(action).filter((one) => one !== combo))

/**
 * The combo runs this action, and nothing else.
 * @param {Action} action
 * @param {string} combo
 */
export async function takeOver(action, combo) {
  const others = conflictsOf(action, combo)
  const before = $overrides.get()
  if (!(await attempt('The keys were not changed', () => takeCombo(action, combo)))) return
  const message = `${comboText(combo)} runs ${isolated(action.label)} now, no longer ${isolated(namesOf(others, others.length))}.`
  offerUndo(message, before, [action.id, ...others.map(({ id }) => id)])
}

/** Every action has the keys it ships with. */
export async function resetAll() {
  const before = $overrides.get()
  const ids = Object.keys(before)
  if (!(await attempt('The shortcuts were not reset', () => changeOverrides(Object.fromEntries(ids.map((id) => [id, null])))))) return
  offerUndo(`${ids.length === 1 ? 'One action has' : `${ids.length} actions have`} the default keys again.`, before, ids)
}

/**
 * @param {string} message
 * @param {import('./keybinds.js').Overrides} before
 * @param {readonly string[]} ids the actions that were changed
 */
function offerUndo(message, before, ids) {
  const changes = Object.fromEntries(ids.map((id) => [id, before[id] ?? null]))
  const undo = () => attempt('The shortcuts were not restored', () => changeOverrides(changes))
  // In the corner: at the top it would lie over the search.
  notify({ id: TOAST, kind: 'success', message, placement: 'bottom-right', action: { label: 'Undo', onClick: undo } })
}
