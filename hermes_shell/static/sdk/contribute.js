/** Contributions that live as long as a component (guide, Mount-scoped chrome). */
import { useEffect, useRef } from '../vendor/react.js'
import { jsx } from '../vendor/react-jsx-runtime.js'
import { atom } from '../vendor/nanostores.js'
import { useStore } from '../vendor/nanostores-react.js'
import { warnPlugin } from '../host/errors.js'
import { registry } from '../host/registry.js'

/**
 * Registers its children while it is mounted. The id is not namespaced; the children stay live.
 *
 * @param {{ area: string, id: string, order?: number, children?: any }} props
 */
export function Contribute({ area, id, order, children }) {
  const store = useRef(/** @type {import('../vendor/nanostores.js').WritableAtom<any> | null} */ (null))
  store.current ??= atom(children)
  const $children = store.current

  useEffect(() => {
    if ($children.get() !== children) $children.set(children)
  }, [$children, children])

  useEffect(() => {
    // Its id has no plugin's in front: what the shell itself put there stays.
    if (registry.get(area, id)?.server) return warnPlugin(null, `<Contribute area="${area}" id="${id}">: the shell has an entry of this id; nothing was added`)
    return registry.register({ area, id, order, render: () => jsx(Outlet, { $children }) })
  }, [area, id, order, $children])

  return null
}

/** @param {{ $children: any }} props */
function Outlet({ $children }) {
  return useStore($children)
}
