/** The rows of the main navigation as the list of choices names them, the hidden ones too. Source: contract sections 4.3 and 4.4. */
import { localId, ownerOf } from './bar_entries.js'
import { readPlugin } from './errors.js'
import { oneLine } from './one_line.js'
import { registry } from './registry.js'

const ROWS = 'sidebar.nav'
const WISHES = 'sidebarNav.prefs'
/** No plugin hides the way to its own switch. */
const NEVER_HIDDEN = 'capabilities'
const LONGEST_LABEL = 60

/** @returns {import('./choices_menu.js').Choice[]} in the registry's order; a row that a plugin hides is locked */
export function navChoices() {
  const hiders = hidersByRow()
  const choices = registry.getArea(ROWS).flatMap((row) => readPlugin(row.source, `row ${row.id}`, () => choiceOf(row, hiders)) ?? [])
  const rows = [...choices.filter(({ core }) => core), ...choices.filter(({ core }) => !core)]
  return rows.map((choice) => {
    const alike = rows.filter(({ label, owner }) => label === choice.label && owner === choice.owner).length > 1
    return alike && !choice.detail ? { ...choice, detail: localId(choice.key) } : choice
  })
}

/**
 * @param {import('./contribution.js').Contribution} row
 * @param {ReadonlyMap<string, string>} hiders
 */
function choiceOf(row, hiders) {
  const label = oneLine(row.data?.label, LONGEST_LABEL) || oneLine(row.title, LONGEST_LABEL)
  if (!label) return null
  const by = row.id === NEVER_HIDDEN ? undefined : hiders.get(row.id)
  return { key: row.id, label, owner: ownerOf(row), detail: by ? `hidden by ${by}` : '', locked: by !== undefined, core: row.server === true }
}

/** @returns {Map<string, string>} row id to the name of the first plugin that hides it */
function hidersByRow() {
  /** @type {Map<string, string>} */
  const hiders = new Map()
  for (const wish of registry.getArea(WISHES)) {
    readPlugin(wish.source, `wishes ${wish.id}`, () => {
      for (const id of Array.isArray(wish.data?.hide) ? wish.data.hide : []) {
        if (typeof id === 'string' && id.trim() !== '' && !hiders.has(id.trim())) hiders.set(id.trim(), ownerOf(wish))
      }
    })
  }
  return hiders
}
