/**
 * The editor inside a composer: Lexical with plain text and chips. Loaded with the first composer.
 * It knows nothing of chats, drafts or keys; composer_text.js is its only user.
 */
import {
  $createParagraphNode, $getRoot, $getSelection, $insertNodes, $isElementNode, $isRangeSelection, $isTextNode, COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_HIGH, HISTORIC_TAG, HISTORY_PUSH_TAG, INSERT_LINE_BREAK_COMMAND, KEY_ENTER_COMMAND, PASTE_COMMAND, SKIP_DOM_SELECTION_TAG, createEditor,
  createEmptyHistoryState, mergeRegister, registerHistory, registerPlainText,
} from '../vendor/lexical.js'
import { $nodesOf, ChipNode, LongTextNode } from './composer_nodes.js'
import { normalised, piecesOf } from './composer_pieces.js'

/** @typedef {import('./composer_pieces.js').Chip} Chip */
/** @typedef {{ line: string, run: string, first: boolean }} Before `line`: this line up to the caret; `run`: its part without chips; `first`: of the first line */

const UNDO_STEP_MS = 600
const MOST_UNDO = 200

/**
 * @param {HTMLElement} element an empty one
 * @param {{ changed: () => void, moved: () => void }} told `changed` after every change of the text, `moved` after one of the caret
 */
export function createComposerEditor(element, { changed, moved }) {
  const editor = createEditor({
    namespace: 'composer',
    nodes: [ChipNode, LongTextNode],
    onError: (error) => console.error('the composer', error),
    theme: {},
  })
  /** @param {() => void} run @param {string} [tag] */
  const update = (run, tag = HISTORY_PUSH_TAG) => {
    // A selection that is drawn takes the focus along.
    const unfocused = element.contains(document.activeElement) ? [] : [SKIP_DOM_SELECTION_TAG]
    editor.update(run, { discrete: true, tag: /** @type {any} */ ([tag, ...unfocused]) })
  }
  const read = (/** @type {() => any} */ run) => editor.getEditorState().read(run)
  const history = createEmptyHistoryState()

  const set = (/** @type {string} */ text, /** @type {readonly Chip[]} [chips] */ chips, historic = false) =>
    update(() => {
      const paragraph = $createParagraphNode().append(...$nodesOf(piecesOf(normalised(text), chips)))
      $getRoot().clear().append(paragraph)
      paragraph.selectEnd()
    }, historic ? HISTORIC_TAG : HISTORY_PUSH_TAG)

  // In this order: a state with a selection takes the focus when it gets its element.
  editor.setRootElement(element)
  set('', undefined, true)
  const dispose = mergeRegister(
    registerPlainText(editor),
    registerHistory(editor, history, UNDO_STEP_MS, undefined, undefined, MOST_UNDO),
    // Enter is the composer's own (composer_keys.js); what reaches the editor makes a new line.
    editor.registerCommand(KEY_ENTER_COMMAND, (event) => (event?.preventDefault(), editor.dispatchCommand(INSERT_LINE_BREAK_COMMAND, false)), COMMAND_PRIORITY_HIGH),
    editor.registerCommand(PASTE_COMMAND, (event) => paste(event), COMMAND_PRIORITY_CRITICAL),
    editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => (dirtyElements.size + dirtyLeaves.size > 0 ? changed() : moved())),
  )

  /** @param {any} event */
  function paste(event) {
    const data = event?.clipboardData
    if (!data || event.defaultPrevented) return Boolean(event?.defaultPrevented)
    const text = normalised(data.getData('text/plain'))
    if (text === '') return false
    event.preventDefault()
    update(() => $insertNodes($nodesOf(piecesOf(text))))
    return true
  }

  return {
    set,
    text: () => read(() => $getRoot().getTextContent()),
    isEmpty: () => read(() => isBlank(leaves())),
    chips: () => read(() => chipsOf(leaves())),
    /** @param {string} text @param {'block' | 'inline' | 'prefix'} mode */
    insert(text, mode) {
      const clean = normalised(text)
      update(() => {
        if (mode === 'prefix') $getRoot().selectStart()
        else if (mode === 'block' || !$isRangeSelection($getSelection())) $getRoot().selectEnd()
        $insertNodes($nodesOf(spaced(leaves(), clean, mode)))
        if (mode === 'prefix') $getRoot().selectEnd()
      })
    },
    /** What stands before the caret; null where something is selected. @returns {Before | null} */
    before: () => read(() => textBefore()),
    /** Puts a piece in the place of what was typed before the caret. @param {number} count @param {import('./composer_pieces.js').Piece} piece */
    complete(count, piece) {
      update(() => {
        const selection = $getSelection()
        if (!$isRangeSelection(selection) || !selection.isCollapsed()) return
        const node = selection.anchor.getNode()
        if (!$isTextNode(node)) return
        const end = selection.anchor.offset
        node.select(Math.max(0, end - count), end)
        $insertNodes($nodesOf(piece.kind === 'text' ? [piece] : [piece, { kind: 'text', text: ' ' }]))
      })
    },
    /** Whether the caret stands before or behind everything. @param {'start' | 'end'} edge */
    isAt: (edge) => read(() => isCaretAt(edge)),
    caretToEnd: () => update(() => void $getRoot().selectEnd()),
    focus: () => editor.focus(),
    dispose: () => {
      dispose()
      editor.setRootElement(null)
    },
  }
}

/** @returns {import('../vendor/lexical.js').LexicalNode[]} */
const leaves = () => $getRoot().getChildren().flatMap((one) => ($isElementNode(one) ? one.getChildren() : []))

/** @param {readonly import('../vendor/lexical.js').LexicalNode[]} nodes */
const isBlank = (nodes) => nodes.every((node) => node.getTextContent().trim() === '')

/** @param {readonly import('../vendor/lexical.js').LexicalNode[]} nodes @returns {Chip[]} */
function chipsOf(nodes) {
  /** @type {Chip[]} */
  const chips = []
  let at = 0
  for (const node of nodes) {
    const size = node.getTextContent().length
    if (node instanceof ChipNode) chips.push([at, at + size, node.__kind])
    else if (node instanceof LongTextNode) chips.push([at, at + size, 'paste'])
    at += size
  }
  return chips
}

/**
 * Inserted text as pieces, with what must stand between it and what is there.
 * @param {readonly import('../vendor/lexical.js').LexicalNode[]} nodes
 * @param {string} text
 * @param {'block' | 'inline' | 'prefix'} mode
 */
function spaced(nodes, text, mode) {
  const pieces = piecesOf(text)
  if (isBlank(nodes)) return pieces
  const space = (/** @type {string} */ between) => ({ kind: /** @type {const} */ ('text'), text: between })
  if (mode === 'prefix') return /\s$/.test(text) ? pieces : [...pieces, space(' ')]
  if (mode === 'block') return nodes.at(-1)?.getTextContent().endsWith('\n') ? pieces : [space('\n'), ...pieces]
  const before = textBefore()?.line ?? ''
  return before === '' || /\s$/.test(before) || /^\s/.test(text) ? pieces : [space(' '), ...pieces]
}

/** @returns {Before | null} */
function textBefore() {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null
  const node = selection.anchor.getNode()
  if (!$isTextNode(node) || node instanceof ChipNode) return { line: '', run: '', first: false }
  const run = node.getTextContent().slice(0, selection.anchor.offset)
  let line = run
  let sibling = node.getPreviousSibling()
  for (; $isTextNode(sibling); sibling = sibling.getPreviousSibling()) line = sibling.getTextContent() + line
  return { line, run, first: sibling === null }
}

/** @param {'start' | 'end'} edge */
function isCaretAt(edge) {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false
  const node = selection.anchor.getNode()
  const all = leaves()
  if ($isElementNode(node)) return edge === 'start' ? selection.anchor.offset === 0 : selection.anchor.offset === node.getChildrenSize()
  const last = edge === 'start' ? all[0] : all.at(-1)
  return node === last && selection.anchor.offset === (edge === 'start' ? 0 : node.getTextContentSize())
}
