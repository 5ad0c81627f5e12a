/** A page's own control, in the header of the workspace where there is one. */
import { useLayoutEffect, useRef, useState } from '../vendor/react.js'
import { jsx } from '../vendor/react-jsx-runtime.js'
import { WORKSPACE_PAGE_HEADER_AREA } from './areas.js'
import { Contribute } from './contribute.js'

/** The pane whose tab strip has room for page controls. */
const WORKSPACE = '#workspace, [data-pane="workspace"]'

/**
 * Inside the workspace pane the children go to its header row; anywhere else they stand where they are written.
 *
 * @param {{ id: string, children?: any }} props
 */
export function WorkspacePageHeaderControl({ id, children }) {
  const marker = useRef(/** @type {HTMLElement | null} */ (null))
  const [place, setPlace] = useState(/** @type {'header' | 'inline' | null} */ (null))

  useLayoutEffect(() => setPlace(marker.current?.closest(WORKSPACE) ? 'header' : 'inline'), [])

  if (place === 'inline') return children
  if (place === 'header') return jsx(Contribute, { area: WORKSPACE_PAGE_HEADER_AREA, id, children })
  return jsx('span', { ref: marker, hidden: true, 'data-slot': 'workspace-page-header-control' })
}
