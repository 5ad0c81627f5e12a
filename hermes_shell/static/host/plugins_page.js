/**
 * The Plugins page in the window. Its filter stands in the address, so that it survives reloads and can be linked to; its buttons are
 * commands, because the palette has them too. The server renders the rows (core/plugins_page.py).
 */
import { attempt } from './attempt.js'
import { channel } from './channel.js'
import { registerCommand } from './commands.js'
import { isolated } from './foreign_text.js'
import { writeClipboard } from './links.js'
import { changeQuery, PLUGINS_PAGE, pluginsQuery, toggleDetails } from './plugins_query.js'
import { onPreference, preference, setPreference } from './preferences.js'
import { revealRow } from './revealed_row.js'
import { $route, navigate } from './router.js'
import { setSwitch } from './switch_view.js'
import { notify } from './toasts.js'

const TYPING_PAUSE_MS = 80
const COPIED_MS = 1500
const RELOAD = 'plugins.reloadOnSave'

/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing
/** Folders whose details the address opens. @type {string[]} */
let known = []

/** Listens on the page, wherever and whenever it stands. Call once. */
export function startPluginsPage() {
  document.addEventListener('input', ({ target }) => {
    if (!isSearch(target)) return
    clearTimeout(typing)
    typing = setTimeout(() => changeQuery((query) => query.set('q', target.value.trim())), TYPING_PAUSE_MS)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isSearch(event.target) || event.target.value === '') return
    event.preventDefault()
    clearTimeout(typing)
    event.target.value = ''
    changeQuery((query) => query.delete('q'))
  })
  document.addEventListener('click', ({ target }) => target instanceof Element && click(target))
  follow($route.get())
  $route.listen(follow)
  onPreference(RELOAD, showReload)
  registerCommand('plugins.reload', () => attempt('Plugins were not reloaded', reload))
  registerCommand('plugins.rescan', () => attempt('The plugins folder was not looked at', rescan))
  registerCommand('plugins.openFolder', () => attempt('The plugins folder was not opened', openFolder))
  registerCommand('plugins.addSample', () => attempt('The sample was not added', addSample))
}

/** @param {Element} target */
function click(target) {
  const show = target.closest('[data-plugins-show]')
  if (show instanceof HTMLElement) changeQuery((query) => query.set('show', show.dataset.pluginsShow?.replace('all', '') ?? ''))
  if (target.closest('[data-plugins-clear]')) clear()
  const fold = target.closest('[data-plugin-details]')
  if (fold) toggleDetails(fold)
  const copy = target.closest('.hs-plugin [data-copy]')
  if (copy instanceof HTMLElement) void copyText(copy)
  if (target.closest('[data-plugins-reload]')) void toggleReload()
}

function clear() {
  changeQuery((query) => ['q', 'show'].forEach((name) => query.delete(name)))
  const field = searchField()
  if (field) field.value = ''
  field?.focus()
}

/**
 * The address changed: the field shows what it says, unless the user is typing there, and a row that it names comes into view.
 * @param {string} route
 */
function follow(route) {
  const query = pluginsQuery(route)
  const named = query?.getAll('open') ?? []
  const fresh = named.find((folder) => !known.includes(folder))
  known = named
  if (fresh !== undefined) revealRow(fresh)
  const field = searchField()
  if (query && field && field !== document.activeElement) field.value = query.get('q') ?? ''
}

/**
 * @param {EventTarget | null} target
 * @returns {target is HTMLInputElement}
 */
const isSearch = (target) => target instanceof HTMLInputElement && target.matches('[data-plugins-search]')

/** @returns {HTMLInputElement | null} */
const searchField = () => document.querySelector('input[data-plugins-search]')

async function reload() {
  await channel.call('plugins.reload')
  notify({ kind: 'success', message: 'Desktop plugins reloaded' })
}

async function rescan() {
  const { found, gone, total } = await channel.call('plugins.rescan')
  const news = [sentence('New', found), sentence('Gone', gone)].filter(Boolean)
  if (news.length > 0) notify({ kind: 'success', message: news.join(' ') })
  else notify({ kind: 'info', message: `Nothing new. ${total} ${total === 1 ? 'plugin' : 'plugins'} here.` })
}

/** @param {string} what @param {string[]} folders */
const sentence = (what, folders) => (folders.length > 0 ? `${what}: ${folders.map(isolated).join(', ')}.` : '')

async function openFolder() {
  const { opened, path } = await channel.call('plugins.openFolder')
  if (opened) return
  const action = { label: 'Copy path', onClick: () => writeClipboard(path) }
  notify({ kind: 'info', title: 'No file manager answers', message: path, durationMs: 0, action })
}

async function addSample() {
  const folder = await channel.call('plugins.addSample')
  navigate(`${PLUGINS_PAGE}?open=${encodeURIComponent(folder)}`)
}

async function toggleReload() {
  const next = !preference(RELOAD)
  const stored = await attempt('Reload on save', () => setPreference(RELOAD, next))
  // What was saved meanwhile is loaded now.
  if (stored && next) await attempt('Reload on save', () => channel.call('plugins.rescan'))
}

/** @param {boolean} on */
function showReload(on) {
  const control = document.querySelector('[data-plugins-reload]')
  if (control instanceof HTMLElement) setSwitch(control, on)
}

/** @param {HTMLElement} button */
async function copyText(button) {
  if (!(await attempt('Not copied', () => navigator.clipboard.writeText(button.dataset.copy ?? '')))) return
  button.dataset.copied = 'true'
  setTimeout(() => delete button.dataset.copied, COPIED_MS)
}
