/** The title of the window: the page or pane in front of it. A native window tells its page which one it is, and is titled with it. */
import { channel } from './channel.js'
import { oneLine } from './one_line.js'
import { titleOf as paneTitle } from './pane_place.js'
import { frontPane, onPanesShown } from './panes.js'
import { navigate } from './router.js'

const NAME = 'Hermes'
const LONGEST = 200

/** What was told to the server last, as key and title. */
let told = ''

/**
 * The key of the native window that this page is in; null in a browser tab.
 * @returns {string | null}
 */
export function nativeWindow() {
  const key = /** @type {{ hermesNativeWindow?: unknown }} */ (/** @type {unknown} */ (window)).hermesNativeWindow
  return typeof key === 'string' && key ? key : null
}

/** Keeps the title right, and goes where another start of the shell asked for. Call once. */
export function startWindowTitle() {
  channel.on('welcome', afterFrame)
  channel.on('frame', afterFrame)
  onPanesShown(refresh)
  channel.on('lost', () => (told = ''))
  channel.on('navigate', ({ route }) => navigate(route))
  addEventListener('hermes-native-window', tell)
}

function afterFrame() {
  channel.applied.then(refresh)
}

function refresh() {
  const title = titleOf(pageName())
  if (document.title !== title) document.title = title
  tell()
}

/** The name of the page on top; without one over the window that of the pane in front of the workspace's group. */
function pageName() {
  const over = document.querySelector('#overlay-page [data-title]')
  if (over instanceof HTMLElement) return over.dataset.title ?? ''
  const main = document.querySelector('[data-zone="main"]')
  const front = main && frontPane(main)
  if (front && front !== 'workspace') return oneLine(paneTitle(front), LONGEST)
  return document.querySelector('[data-tab="workspace"] [role="tab"]')?.textContent ?? ''
}

/** @param {string} page */
const titleOf = (page) => (page.trim() && page.trim() !== NAME ? `${page.trim()} – ${NAME}` : NAME)

function tell() {
  const key = nativeWindow()
  const news = `${key} ${document.title}`
  if (!key || news === told) return
  told = news
  // Told again with the next frame when this one was lost.
  channel.call('window.title', { key, title: document.title }).catch(() => (told = ''))
}
