/**
 * Class names: clsx, then tailwind-merge, so that a later utility wins over an earlier one of the same kind.
 *
 * Contract: SDK helpers.
 */
import clsx from '../vendor/clsx.js'
import { twMerge } from '../vendor/tailwind-merge.js'

/**
 * @param {...any} inputs strings, arrays, objects of flags; falsy ones are dropped
 * @returns {string}
 */
export function cn(...inputs) {
  return twMerge(clsx(inputs))
}
