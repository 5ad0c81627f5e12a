/** Codicons: the icon font of the shell. */
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { classes, flag } from './part.js'

/**
 * An icon by its codicon id; a name the font does not have stays blank. Hidden from assistive technology unless told otherwise.
 *
 * @param {{ name: string, size?: string | number, spinning?: boolean, className?: string, style?: object, [rest: string]: any }} props
 */
export function Codicon({ name, size, spinning = false, className, style, ...rest }) {
  return jsx('i', {
    'data-slot': 'codicon',
    'aria-hidden': rest['aria-label'] === undefined ? true : undefined,
    ...flag('data-spinning', spinning),
    ...rest,
    ...classes('codicon', `codicon-${name}`, className),
    style: size === undefined ? style : { fontSize: size, ...style },
  })
}
