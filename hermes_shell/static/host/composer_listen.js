/** What the user does to the elements of a composer. */
import { factsOf } from './composer_facts.js'
import { takeDrops } from './composer_drop.js'
import { handleKey, whileBusy } from './composer_keys.js'
import { addMenu } from './composer_menus.js'
import { openMenu } from './composer_popup.js'

const CONTROLS = 'button, input, a, [role="textbox"], [role="listbox"], hermes-slot'

/**
 * @param {import('./composer_view.js').ComposerView} composer
 * @param {import('./composer_history.js').HistoryKeys} history
 * @returns {() => void} ends what reaches beyond its elements
 */
export function listenTo(composer, history) {
  const { menu, text, files, draft, parts } = composer
  const { input, send, stop, add, dock, box } = parts
  const keys = {
    menu, text, history, isBusy: () => composer.isBusy, interrupt: () => void composer.interrupt(), key: () => composer.key,
    hasQueued: () => (factsOf(composer.key)?.queued.length ?? 0) > 0,
    send: (/** @type {import('./composer_send.js').How} */ how) => void composer.submit(how),
  }
  // Before the editor: it has its own idea of Enter and the arrow keys.
  input.addEventListener('keydown', (event) => handleKey(event, keys), { capture: true })
  input.addEventListener('focus', () => {
    composer.show()
    void history.refresh(composer.key)
  })
  input.addEventListener('blur', () => {
    draft.flush()
    menu.refresh()
    composer.show()
  })
  send.addEventListener('click', () => void composer.submit(composer.isBusy ? whileBusy() : 'send').then(() => text.focus()))
  stop.addEventListener('click', () => void composer.interrupt())
  const insertText = (/** @type {string} */ words) => text.insert(words, 'inline')
  const pick = (/** @type {string} */ accept) => pickFiles(accept, (given) => files.add(given))
  add.addEventListener('click', () => openMenu({ button: add, label: 'Add', Content: addMenu({ pick, insertText }), then: () => text.focus() }))
  box.addEventListener('pointerdown', (event) => {
    // Between the controls the box is the text's margin.
    if (event.target instanceof Element && event.target.closest(CONTROLS)) return
    event.preventDefault()
    text.focus()
  })
  return takeDrops(dock, input, (given) => files.add(given))
}

/** @param {string} accept media types, all when empty @param {(files: Iterable<File>) => void} add */
function pickFiles(accept, add) {
  const field = document.createElement('input')
  Object.assign(field, { type: 'file', multiple: true, accept })
  field.addEventListener('change', () => add(field.files ?? []))
  field.click()
}
