/**
 * Key combinations as text: `mod+shift+k`. Pure; the platform is an argument.
 * Source: contract section 4.9 (rules K1 to K9, K16).
 */

const MODIFIERS = ['mod', 'ctrl', 'alt', 'shift']
const MODIFIER_KEYS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Fn', 'FnLock', 'Hyper', 'Super', 'OS', 'NumLock', 'ScrollLock'])

/** @type {Record<string, string>} physical key code to base token */
const CODES = {
  Backquote: '`', Backslash: '\\', BracketLeft: '[', BracketRight: ']', Comma: ',', Equal: '=', Minus: '-', Period: '.', Quote: "'",
  Semicolon: ';', Slash: '/', Space: 'space', Enter: 'enter', NumpadEnter: 'enter', Escape: 'escape', Backspace: 'backspace',
  Delete: 'delete', CapsLock: 'capslock', Tab: 'tab', PageUp: 'pageup', PageDown: 'pagedown', Home: 'home', End: 'end',
  ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right',
  NumpadDecimal: '.', NumpadDivide: '/', NumpadSubtract: '-',
}
const BASES = new Set(Object.values(CODES))
const PUNCTUATION = new Set(['`', '\\', '[', ']', ',', '=', '-', '.', "'", ';', '/'])

/** @type {Record<string, string>} */
const BASE_LABELS = {
  enter: '↵', escape: 'Esc', backspace: '⌫', delete: 'Del', tab: '⇥', pageup: 'PgUp', pagedown: 'PgDn', space: 'Space', home: 'Home', end: 'End',
  up: '↑', down: '↓', left: '←', right: '→', capslock: 'Caps Lock',
}
/** @type {Readonly<Record<string, string>>} */
const MAC_MODIFIERS = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧' }
/** @type {Readonly<Record<string, string>>} */
const OTHER_MODIFIERS = { mod: 'Ctrl', ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' }

/**
 * The base token of a key press: letters and unshifted punctuation follow the layout, everything else the physical key.
 * @param {KeyboardEvent} event
 * @returns {string | null}
 */
function baseOf(event) {
  const code = event.code ?? ''
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)
  if (digit) return digit[1]
  const key = event.key ?? ''
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  if (!event.shiftKey && PUNCTUATION.has(key)) return key
  const letter = /^Key([A-Z])$/.exec(code)
  if (letter) return letter[1].toLowerCase()
  if (/^F[1-9][0-9]?$/.test(code)) return code.toLowerCase()
  return CODES[code] ?? null
}

/**
 * The combination of a keydown event, or null for a bare modifier, an input method or a key without a token.
 * @param {KeyboardEvent} event
 * @param {boolean} mac
 * @returns {string | null}
 */
export function comboFromEvent(event, mac) {
  if (event.isComposing || event.key === 'Process' || event.keyCode === 229 || MODIFIER_KEYS.has(event.key)) return null
  const base = baseOf(event)
  if (base === null) return null
  const parts = []
  if (event.metaKey || (!mac && event.ctrlKey)) parts.push('mod')
  if (mac && event.ctrlKey) parts.push('ctrl')
  if (event.altKey) parts.push('alt')
  if (event.shiftKey) parts.push('shift')
  return [...parts, base].join('+')
}

/**
 * Folds `ctrl` into `mod` off macOS, where both are the Control key. Nothing else is normalised.
 * @param {string} combo
 * @param {boolean} mac
 */
export function canonicalise(combo, mac) {
  if (mac) return combo
  const { modifiers, base } = splitCombo(combo)
  const folded = modifiers.map((token) => (token === 'ctrl' ? 'mod' : token))
  return [...new Set(folded), base].join('+')
}

/**
 * @param {string} combo
 * @returns {{ modifiers: string[], base: string }}
 */
export function splitCombo(combo) {
  const tokens = combo.split('+')
  const base = tokens.pop() ?? ''
  return { modifiers: tokens, base }
}

/**
 * Whether a press can give this combination: known tokens, modifiers in canonical order, each once.
 * @param {string} combo canonical
 * @param {boolean} mac
 */
export function isPossible(combo, mac) {
  const { modifiers, base } = splitCombo(combo)
  const known = (mac ? MODIFIERS : MODIFIERS.filter((token) => token !== 'ctrl')).filter((token) => modifiers.includes(token))
  return known.join('+') === modifiers.join('+') && (BASES.has(base) || /^[a-z0-9]$/.test(base) || isFunctionKey(base))
}

/** @param {string} base */
const isFunctionKey = (base) => /^f[1-9][0-9]?$/.test(base)

/**
 * The keys of a combination as a person reads them, one string a key; tokens that are not known stand as they are.
 * @param {string} combo
 * @param {boolean} mac
 * @returns {string[]}
 */
export function comboKeys(combo, mac) {
  const { modifiers, base } = splitCombo(combo)
  const labels = modifierLabels(mac)
  const order = mac ? ['ctrl', 'alt', 'shift', 'mod'] : MODIFIERS
  const known = order.filter((token) => modifiers.includes(token)).map((token) => labels[token])
  const unknown = modifiers.filter((token) => !order.includes(token))
  return [...new Set(known), ...unknown, BASE_LABELS[base] ?? (isFunctionKey(base) || base.length === 1 ? base.toUpperCase() : base)]
}

/**
 * Modifier token to what is printed on the key.
 * @param {boolean} mac
 */
export const modifierLabels = (mac) => (mac ? MAC_MODIFIERS : OTHER_MODIFIERS)

/**
 * `⌃⇧⇥` on macOS, `Ctrl+Shift+⇥` elsewhere.
 * @param {string} combo
 * @param {boolean} mac
 */
export function formatCombo(combo, mac) {
  return comboKeys(combo, mac).join(mac ? '' : '+')
}
