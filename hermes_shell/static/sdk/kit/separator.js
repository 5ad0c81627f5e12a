/** Lines between things. */
import { Separator as Radix } from '../../vendor/radix.js'
import { part } from './part.js'

export const Separator = part('separator', Radix.Root, { orientation: 'horizontal', decorative: true })
