/** The search field of lists and pages. */
import { useState } from '../../vendor/react.js'
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { translateNow } from '../i18n.js'
import { Codicon } from './codicon.js'
import { GlyphSpinner } from './glyph_spinner.js'
import { classes } from './part.js'

/**
 * @param {{ value: string, onChange: (value: string) => void, placeholder?: string, hints?: readonly string[],
 *   containerClassName?: string, inputClassName?: string, className?: string, loading?: boolean, onClear?: () => void,
 *   onKeyDown?: (event: any) => void, inputRef?: any, trailingAction?: any, leadingContent?: any,
 *   variant?: 'underline' | 'box', 'aria-label'?: string, [rest: string]: any }} props
 *   one of `hints`, picked when the field mounts, replaces the placeholder
 */
export function SearchField(props) {
  const { value, onChange, placeholder, hints, containerClassName, inputClassName, className, loading = false } = props
  const { onClear, onKeyDown, inputRef, trailingAction, leadingContent, variant = 'underline', ...others } = props
  const rest = without(others, OWN)
  const [hint] = useState(() => (hints?.length ? hints[Math.floor(Math.random() * hints.length)] : undefined))
  const clear = () => (onClear ? onClear() : onChange(''))

  return jsxs('div', {
    'data-slot': 'search-field',
    'data-variant': variant,
    ...without(rest, FIELD),
    ...classes(className, containerClassName),
    children: [
      leadingContent ?? jsx(Codicon, { name: 'search', 'data-slot': 'search-field-icon' }, 'icon'),
      jsx(
        'input',
        {
          'data-slot': 'search-field-input',
          type: 'text',
          enterKeyHint: 'search',
          autoComplete: 'off',
          spellCheck: false,
          'aria-label': placeholder ?? translateNow('common.search'),
          ...only(rest, FIELD),
          ref: inputRef,
          value,
          placeholder: hint ?? placeholder,
          onChange: (/** @type {any} */ event) => onChange(event.target.value),
          onKeyDown,
          ...classes(inputClassName),
        },
        'input',
      ),
      loading ? jsx(GlyphSpinner, { ariaLabel: translateNow('common.loading') }, 'spinner') : null,
      value && !loading
        ? jsx(
            'button',
            {
              'data-slot': 'search-field-clear',
              type: 'button',
              'aria-label': translateNow('common.clear'),
              onClick: clear,
              children: jsx(Codicon, { name: 'close' }),
            },
            'clear',
          )
        : null,
      trailingAction ?? null,
    ],
  })
}

/** Props that the component reads itself. */
const OWN = ['value', 'onChange', 'placeholder', 'hints', 'containerClassName', 'inputClassName', 'className', 'loading']
/** Props that belong to the input, not to the box around it. */
const FIELD = ['aria-label', 'autoFocus', 'disabled', 'id', 'name', 'onBlur', 'onFocus', 'maxLength']

/** @param {Record<string, any>} props @param {readonly string[]} names */
function without(props, names) {
  return Object.fromEntries(Object.entries(props).filter(([name]) => !names.includes(name)))
}

/** @param {Record<string, any>} props @param {readonly string[]} names */
function only(props, names) {
  return Object.fromEntries(Object.entries(props).filter(([name, value]) => names.includes(name) && value !== undefined))
}
