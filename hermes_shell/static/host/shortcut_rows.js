/** The elements of the list of shortcuts. A row whose facts are the same stays the same element, so it keeps its focus. */
import { grouped } from './shortcut_facts.js'
import { shortcutRow } from './shortcut_row.js'
import { shortcutSection } from './shortcut_section.js'

/** @typedef {import('./shortcut_facts.js').Shortcut} Shortcut */
/** @typedef {{ key: string, recorder: { field: Node, hint: Node } }} Recording the row whose keys are being recorded */

export class ShortcutRows {
  /** @type {Map<string, { row: HTMLElement, facts: string }>} */
  #rows = new Map()
  /** @type {Map<string, ReturnType<typeof shortcutSection>>} */
  #sections = new Map()

  /**
   * @param {readonly Shortcut[]} shown
   * @param {Recording | null} recording
   * @returns {HTMLElement[]}
   */
  sections(shown, recording) {
    const before = this.#rows
    this.#rows = new Map()
    return grouped(shown).map(([category, group]) => {
      const section = this.#sections.get(category) ?? shortcutSection(category)
      this.#sections.set(category, section)
      const rows = group.map((one) => ({ ready: one.ready, row: this.#row(one, recording?.key === one.action.key ? recording.recorder : null, before) }))
      section.show(rows.filter(({ ready }) => ready).map(({ row }) => row), rows.filter(({ ready }) => !ready).map(({ row }) => row))
      return section.element
    })
  }

  /** @param {Shortcut} shortcut @param {Recording['recorder'] | null} recorder @param {ReadonlyMap<string, { row: HTMLElement, facts: string }>} before */
  #row(shortcut, recorder, before) {
    const facts = recorder ? 'recording' : JSON.stringify({ ...shortcut, action: null })
    const known = before.get(shortcut.action.key)
    const same = known?.facts === facts && (recorder === null || known.row.contains(recorder.field))
    const row = known && same ? known.row : shortcutRow(shortcut, recorder)
    this.#rows.set(shortcut.action.key, { row, facts })
    return row
  }
}
