/** The path of an address, as the server reads it (`path_of` of areas/routes.py): decoded, composed, without query. */

const SEPARATORS = /[/?#\\]/

/**
 * @param {string} route `/x?y`, `#/x` or `/x/`
 * @returns {string} at least `/`
 */
export function pathOf(route) {
  let path = String(route).replace(/^#/, '').split('?')[0]
  if (path.length > 1) path = path.replace(/\/+$/, '') || '/'
  if (!path.startsWith('/')) path = `/${path}`
  return path.split('/').map(decoded).join('/')
}

/** Pages of the shell; a chat whose stored id names one has another address. The server's table is `RESERVED` of areas/routes.py. */
const PAGES = new Set(
  ['settings', 'command-center', 'skills', 'capabilities', 'messaging', 'webhooks', 'artifacts', 'cron', 'profiles', 'agents', 'starmap', 'session-import'],
)
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9_-]*$/

/**
 * The path of a chat, as the server writes it (`chat_path` of areas/routes.py).
 * @param {string} key its stored id
 */
export function chatPath(key) {
  if (PLAIN.test(key) && !PAGES.has(key.toLowerCase())) return `/${key}`
  const bytes = String.fromCharCode(...new TextEncoder().encode(key))
  return `/~${btoa(bytes).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')}`
}

/**
 * The key of the chat at a path.
 * @param {string} path as `pathOf` gives it
 */
export function chatKey(path) {
  if (!path.startsWith('/~') || path === '/~') return path.slice(1)
  try {
    const bytes = atob(path.slice(2).replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)))
  } catch {
    return path.slice(1)
  }
}

/** An escape that is broken or stands for a separator stays as it is. @param {string} segment */
function decoded(segment) {
  try {
    const text = decodeURIComponent(segment)
    return (SEPARATORS.test(text) ? segment : text).normalize('NFC')
  } catch {
    return segment.normalize('NFC')
  }
}
