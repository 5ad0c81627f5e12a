/**
 * React's production build says numbers where its development build says sentences. These are the sentences of the mistakes that a
 * plugin can make; any other number stays as it is, with the address that explains it.
 */

const NUMBERED = /^Minified React error #(\d+); visit (\S+) /

/** Number to sentence; `%s` stands for the arguments, in order. Source: React's own messages. @type {Record<string, string>} */
const SENTENCES = {
  31: 'Objects are not valid as a React child (found: %s). If you meant to render a collection of children, use an array instead.',
  60: 'Can only set one of `children` or `props.dangerouslySetInnerHTML`.',
  61: '`props.dangerouslySetInnerHTML` must be in the form `{__html: ...}`.',
  62: "The `style` prop expects a mapping from style properties to values, not a string. For example, style={{marginRight: spacing + 'em'}} when using JSX.",
  130: 'Element type is invalid: expected a string (for built-in components) or a class/function (for composite components) but got: %s.',
  137: '%s is a void element tag and must neither have `children` nor use `dangerouslySetInnerHTML`.',
  185: 'Maximum update depth exceeded. A component sets state in every update, for example in an effect whose dependencies change on every render.',
  300: 'Rendered fewer hooks than expected. This may be caused by an accidental early return statement.',
  301: 'Too many re-renders. React limits the number of renders to prevent an infinite loop.',
  310: 'Rendered more hooks than during the previous render.',
  321: 'Invalid hook call. Hooks can only be called inside of the body of a function component.',
  438: 'An unsupported type was passed to use(): %s',
  482: 'A component is an async function, or suspends again on every render. Only server components can be async functions.',
}

/**
 * @param {string} message of an error
 * @returns {string} the same in words, where it is one of React's numbers
 */
export function inWords(message) {
  const [, number = '', address = ''] = NUMBERED.exec(message) ?? []
  const sentence = SENTENCES[number]
  if (!sentence) return message
  const given = new URLSearchParams(address.split('?')[1] ?? '').getAll('args[]')
  return sentence.replace(/%s/g, () => given.shift() ?? '?')
}
