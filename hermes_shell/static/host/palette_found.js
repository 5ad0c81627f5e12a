/** The rows of a list of the palette that looks elsewhere for what is typed: the last answer stays until the next one is there. */
import { useEffect, useState } from '../vendor/react.js'
import { notifyError } from './toasts.js'

/** How long somebody must not type before it is looked for, ms. */
const PAUSE_MS = 120

/** @typedef {import('./palette_search.js').RowGroup} RowGroup */

/**
 * @param {import('./palette_lists.js').PaletteList | null} list
 * @param {string} query
 * @returns {readonly RowGroup[] | null} null for a list that has its rows itself
 */
export function useFound(list, query) {
  const search = list?.search
  const [found, setFound] = useState(/** @type {{ list: object, groups: readonly RowGroup[] } | null} */ (null))
  useEffect(() => {
    if (!search || !list) return
    let current = true
    const look = async () => {
      try {
        const rows = await search(query.trim())
        if (current) setFound({ list, groups: [{ label: '', rows }] })
      } catch (error) {
        if (current) notifyError(error, `${list.title} could not be searched`)
      }
    }
    const timer = setTimeout(() => void look(), query === '' ? 0 : PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [list, query])
  if (!search) return null
  return found?.list === list ? found.groups : []
}
