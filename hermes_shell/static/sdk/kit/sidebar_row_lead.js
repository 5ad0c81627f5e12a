/** The fixed leading cell of a row that looks like one of the sidebar. */
import { SIDEBAR_ROW_LEAD } from '../constants.js'
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { classes } from './part.js'

/** @param {Record<string, any>} props */
export function SidebarRowLead({ className, ...rest }) {
  return jsx('span', { 'data-slot': 'sidebar-row-lead', ...rest, ...classes(SIDEBAR_ROW_LEAD, className) })
}
