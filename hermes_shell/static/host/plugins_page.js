/**
 * The Plugins page in the window: its filter stands in the address, so that it survives reloads and can be linked to; its buttons are
 * commands, because the palette has them too. The server renders the rows (core/plugins_page.py).
 */
import { channel } from './channel.js'
import { registerCommand } from './commands.js'
import { messageOf } from './errors.js'
import { writeClipboard } from './links.js'
import { setPreference } from './preferences.js'
import { $route, navigate, replaceRoute } from './router.js'
import { setSwitch } from './switch_view.js'
import { notify } from './toasts.js'

export const PAGE = '/capabilities'
const TYPING_PAUSE_MS = 80
const COPIED_MS = 1500

/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing

/** Listens on the page, wherever and whenever it stands. Call once. */
export function startPluginsPage() {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('[data-plugins-search]')) return
    clearTimeout(typing)
    typing = setTimeout(() => change((query) => put(query, 'q', target.value.trim())), TYPING_PAUSE_MS)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !(event.target instanceof HTMLInputElement) || !event.target.matches('[data-plugins-search]')) return
    if (event.target.value === '') return
    event.preventDefault()
    event.target.value = ''
    change((query) => query.delete('q'))
  })
  document.addEventListener('click', ({ target }) => target instanceof Element && click(target))
  $route.listen(follow)
  registerCommand('plugins.reload', () => channel.call('plugins.reload').then(() => notify({ kind: 'success', message: 'Desktop plugins reloaded' })))
  registerCommand('plugins.rescan', rescan)
  registerCommand('plugins.openFolder', openFolder)
  registerCommand('plugins.addSample', addSample)
}

/** @param {Element} target */
function click(target) {
  const show = target.closest('[data-plugins-show]')
  if (show instanceof HTMLElement) change((query) => put(query, 'show', show.dataset.pluginsShow === 'all' ? '' : (show.dataset.pluginsShow ?? '')))
  if (target.closest('[data-plugins-clear]')) clear()
  const fold = target.closest('[data-plugin-details]')
  if (fold) toggleDetails(fold)
  const copy = target.closest('[data-copy]')
  if (copy instanceof HTMLElement) void copyText(copy)
  const reload = target.closest('[data-plugins-reload]')
  if (reload instanceof HTMLElement) void toggleReload(reload)
}

/** @param {Element} inside an element of the row */
export function toggleDetails(inside) {
  const row = inside.closest('[data-folder]')
  const folder = row instanceof HTMLElement ? row.dataset.folder : undefined
  if (folder === undefined) return
  change((query) => {
    const open = query.getAll('open')
    query.delete('open')
    for (const other of open) if (other !== folder) query.append('open', other)
    if (!open.includes(folder)) query.append('open', folder)
  })
}

function clear() {
  change((query) => {
    query.delete('q')
    query.delete('show')
  })
  const field = searchField()
  if (field) field.value = ''
  field?.focus()
}

/**
 * Changes the query of the page's address; no step of the history, and nothing happens on another page.
 * @param {(query: URLSearchParams) => void} edit
 */
function change(edit) {
  const [path, text = ''] = $route.get().split('?')
  if (path !== PAGE) return
  const query = new URLSearchParams(text)
  edit(query)
  replaceRoute(query.size > 0 ? `${PAGE}?${query}` : PAGE)
}

/** @param {URLSearchParams} query @param {string} name @param {string} value */
function put(query, name, value) {
  if (value) query.set(name, value)
  else query.delete(name)
}

/** The address changed: the field shows what it says, unless the user is typing there. @param {string} route */
function follow(route) {
  const [path, text = ''] = route.split('?')
  const field = searchField()
  if (path !== PAGE || !field || field === document.activeElement) return
  field.value = new URLSearchParams(text).get('q') ?? ''
}

/** @returns {HTMLInputElement | null} */
const searchField = () => document.querySelector('input[data-plugins-search]')

async function rescan() {
  const { found, gone, total } = await channel.call('plugins.rescan')
  const count = `${total} ${total === 1 ? 'plugin' : 'plugins'}`
  if (found.length + gone.length === 0) notify({ kind: 'info', message: `Nothing new. ${count} here.` })
  else notify({ kind: 'success', message: [found.length > 0 && `New: ${found.join(', ')}`, gone.length > 0 && `Gone: ${gone.join(', ')}`].filter(Boolean).join('. ') })
}

async function openFolder() {
  const { opened, path } = await channel.call('plugins.openFolder')
  if (opened) return
  notify({ kind: 'info', title: 'No file manager answers', message: path, durationMs: 0, action: { label: 'Copy path', onClick: () => writeClipboard(path) } })
}

async function addSample() {
  const folder = await channel.call('plugins.addSample')
  navigate(`${PAGE}?open=${encodeURIComponent(folder)}`)
}

/** @param {HTMLElement} control */
async function toggleReload(control) {
  const next = control.getAttribute('aria-checked') !== 'true'
  setSwitch(control, next)
  try {
    await setPreference('plugins.reloadOnSave', next)
    // What was saved meanwhile is loaded now.
    if (next) await channel.call('plugins.rescan')
  } catch (error) {
    setSwitch(control, !next)
    notify({ kind: 'error', title: 'Reload on save', message: messageOf(error) })
  }
}

/** @param {HTMLElement} button */
async function copyText(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? '')
  } catch (error) {
    notify({ kind: 'error', title: 'Not copied', message: messageOf(error) })
    return
  }
  button.dataset.copied = 'true'
  setTimeout(() => delete button.dataset.copied, COPIED_MS)
}
