/**
 * Links that leave the window go through the bridge, in window and browser tab alike; the server holds the list of schemes.
 * Source: architecture section 12 (`window.open`, `target=_blank`, clipboard).
 */
import { askOs } from './os_door.js'
import { navigate } from './router.js'
import { notify, notifyError } from './toasts.js'

/** Schemes that only the page itself can open. */
const LOCAL = new Set(['blob:', 'data:'])

/**
 * Opens an address with the system's program for it.
 * @param {string} url
 * @returns {Promise<boolean>} false when it was refused
 */
export async function openExternal(url) {
  let told = false
  const opened = await askOs('os.openExternal', { url: String(url) }, (error) => {
    told = true
    notifyError(error, 'The link could not be opened')
  })
  if (!opened && !told) notify({ kind: 'warning', title: 'Not opened', message: String(url) })
  return opened
}

/**
 * Writes text to the clipboard, through the bridge.
 * @param {string} text
 * @returns {Promise<boolean>} false when no clipboard took it
 */
export function writeClipboard(text) {
  return askOs('os.writeClipboard', { text: String(text) }, (error) => console.warn('the clipboard could not be written', error))
}

/** Takes over links, `window.open` and the clipboard. Call once. */
export function startLinks() {
  document.addEventListener('click', onClick)
  const nativeOpen = window.open.bind(window)
  window.open = (url, target, features) => {
    if (url === undefined || url === '') {
      console.warn('window.open without an address is not available here')
      return null
    }
    const address = new URL(url, location.href)
    if (LOCAL.has(address.protocol)) return nativeOpen(address, target, features)
    follow(address)
    return null
  }
  keepClipboardWorking()
}

/** @param {MouseEvent} event */
function onClick(event) {
  if (event.defaultPrevented || event.button !== 0 || !(event.target instanceof Element)) return
  const anchor = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
  // Downloads of blob:, data: and own addresses are the engine's work.
  if (!(anchor instanceof HTMLAnchorElement) || !anchor.getAttribute('href') || anchor.hasAttribute('download')) return
  const address = new URL(anchor.href, location.href)
  if (LOCAL.has(address.protocol) || address.protocol === 'javascript:') return
  const inside = isThisPage(address)
  if (inside && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return
  event.preventDefault()
  const hasPlace = address.hash !== '' || anchor.getAttribute('href') === '#'
  if (inside && hasPlace && !address.hash.startsWith('#/')) goTo(address.hash.slice(1))
  else follow(address)
}

/** The hash is the route: a place in the page is gone to without it. @param {string} name id of an element, as a link writes it */
function goTo(name) {
  const place = document.getElementById(name) ?? document.getElementById(decoded(name))
  place?.scrollIntoView()
  place?.focus({ preventScroll: true })
}

/** @param {string} name */
function decoded(name) {
  try {
    return decodeURIComponent(name)
  } catch {
    return name // a lone percent sign is part of the name
  }
}

/** @param {URL} address */
function follow(address) {
  if (isThisPage(address) && address.hash.startsWith('#/')) navigate(address.hash)
  else void openExternal(address.href)
}

/** @param {URL} address */
const isThisPage = ({ origin, pathname, search }) => origin === location.origin && pathname === location.pathname && search === location.search

/** Engines refuse the clipboard without a gesture, or always (QtWebEngine): then the bridge writes. */
function keepClipboardWorking() {
  const native = navigator.clipboard
  const nativeWrite = native?.writeText?.bind(native)
  /** @param {string} text */
  const writeText = async (text) => {
    try {
      if (!nativeWrite) throw new DOMException('No clipboard here', 'NotAllowedError')
      await nativeWrite(text)
    } catch (error) {
      if (!(await writeClipboard(text))) throw error
    }
  }
  if (native) Object.defineProperty(native, 'writeText', { value: writeText, configurable: true, writable: true })
  else Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
}
