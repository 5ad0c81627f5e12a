/** The grey shape of what is loading. */
import { part } from './part.js'

export const Skeleton = part('skeleton', 'div')
