/** What a tile shows: the page in a slot of its own, or why it is not there. */
import { useStore } from '../vendor/nanostores-react.js'
import { createElement as h, useEffect, useState, useSyncExternalStore } from '../vendor/react.js'
import { $decisions } from './decisions.js'
import { plugins } from './loader.js'
import { knownPage, pageOf, pageTitle } from './page_routes.js'
import { decide } from './plugin_switches.js'
import { registry } from './registry.js'

/** How long a page may take to come before the tile says that it does not. */
const PATIENCE_MS = 3000

/** @param {() => void} listener */
const subscribe = (listener) => registry.subscribe('routes', listener)

/** @param {{ path: string }} props */
export function PageTile({ path }) {
  const id = useSyncExternalStore(subscribe, () => pageOf(path)?.id ?? null)
  const decisions = useStore($decisions)
  const owner = knownPage(path)?.plugin
  if (id === null) return h(Absent, { key: `${owner && decisions[owner]}`, path, owner })
  // The same page may stand in the workspace: an instance of its own makes this another slot.
  const slot = h('hermes-slot', { key: id, area: 'routes', cid: id, instance: 'tile', 'data-page-tile': path })
  return tile(slot)
}

/** @param {any} content */
const tile = (content) => h('div', { className: 'hs-page-tile' }, content)

/** @param {{ path: string, owner: string | undefined }} props */
function Absent({ path, owner }) {
  const [patient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  const entry = owner === undefined ? undefined : [...plugins.values()].find(({ id, folder }) => (id ?? folder) === owner)
  const off = entry !== undefined && !entry.wanted
  if (!off && patient) return tile(h('div', { className: 'hs-page hs-page-narrow' }, h(Waiting)))
  const name = h('bdi', null, entry?.name || owner)
  const text = off
    ? ['This page belongs to ', name, ', which is off.']
    : entry
      ? ['This page belongs to ', name, ', which does not show it now.']
      : owner
        ? ['Nothing answers to ', path, '. It was a page of ', name, ', which is gone.']
        : ['Nothing answers to ', path, '.']
  return tile(
    h(
      'div',
      { className: 'hs-page hs-page-narrow', 'data-page-kind': 'absent' },
      h('header', { className: 'hs-page-head' }, h('div', { className: 'hs-page-heading' }, h('h2', null, pageTitle(path)))),
      h('div', { className: 'hs-empty' }, h('p', null, ...text), off && owner ? h(TurnOn, { owner }) : null),
    ),
  )
}

/** @param {{ owner: string }} props */
function TurnOn({ owner }) {
  const onClick = () => void decide(owner, true, `Turn on ${owner}`)
  const button = { type: /** @type {const} */ ('button'), 'data-slot': 'button', 'data-variant': 'outline', 'data-size': 'default', onClick }
  return h('p', { className: 'hs-empty-actions' }, h('button', button, 'Turn on'))
}

function Waiting() {
  return h('div', { className: 'hs-skeleton', role: 'status', 'aria-label': 'Loading' }, h('span'), h('span'), h('span'))
}
