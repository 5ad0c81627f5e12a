/** Tabs. The panel of a tab is the caller's: the contract has no TabsContent. */
import { Tabs as Radix } from '../../vendor/radix.js'
import { part } from './part.js'

export const Tabs = part('tabs', Radix.Root)
export const TabsList = part('tabs-list', Radix.List)
export const TabsTrigger = part('tabs-trigger', Radix.Trigger)
