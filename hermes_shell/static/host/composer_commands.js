/** Commands of the composer in use, and the fixed key that leads into it (contract 5.3). */
import { offerCommandWhen, registerCommand } from './commands.js'
import { focusedComposer } from './composer_registry.js'
import { comboFromEvent } from './combo.js'
import { isMac } from './platform.js'
import { REASONING_EFFORT_VALUES } from '../sdk/reasoning.js'

const LONGEST_QUOTE = 20_000

/** Offers them. Call once. */
export function startComposerCommands() {
  registerCommand('composer.focus', () => focusedComposer()?.text.focus())
  registerCommand('composer.modelPicker', () => focusedComposer()?.pills.openModels())
  registerCommand('composer.reasoningUp', () => focusedComposer()?.pills.stepReasoning(1, REASONING_EFFORT_VALUES))
  registerCommand('composer.reasoningDown', () => focusedComposer()?.pills.stepReasoning(-1, REASONING_EFFORT_VALUES))
  registerCommand('view.selectionToComposer', quoteSelection)
  for (const id of ['composer.focus', 'composer.modelPicker', 'composer.reasoningUp', 'composer.reasoningDown']) offerCommandWhen(id, () => focusedComposer() !== null)
  offerCommandWhen('view.selectionToComposer', () => focusedComposer() !== null && selectedText() !== '')
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || comboFromEvent(event, isMac) !== 'mod+l' || !focusedComposer()) return
    event.preventDefault()
    if (selectedText() !== '') quoteSelection()
    else focusedComposer()?.text.focus()
  })
}

/** What is selected outside of a composer. */
function selectedText() {
  const selection = getSelection()
  const at = selection?.anchorNode
  const inside = at instanceof Element ? at : at?.parentElement
  return inside?.closest('[data-slot="composer"]') ? '' : (selection?.toString().trim() ?? '').slice(0, LONGEST_QUOTE)
}

function quoteSelection() {
  const text = selectedText()
  const composer = focusedComposer()
  if (text === '' || !composer) return
  composer.text.insert(`${text.split('\n').map((line) => `> ${line}`).join('\n')}\n`, 'block')
  composer.text.focus()
}
