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

/** An escape that is broken or stands for a separator stays as it is. @param {string} segment */
function decoded(segment) {
  try {
    const text = decodeURIComponent(segment)
    return (SEPARATORS.test(text) ? segment : text).normalize('NFC')
  } catch {
    return segment.normalize('NFC')
  }
}
