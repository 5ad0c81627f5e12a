/** What a sash moves: its track, the room the track has, and how a new size is written. All sizes are px along the split. */

const LEAST = 80
/** What stays of the workspace, as the layout prints it: a length, and never more than half of what it stands in. */
const LEAST_MAIN = { x: 384, y: 192 }

/**
 * @typedef {object} Hold
 * @property {'x' | 'y'} axis
 * @property {1 | -1} sign 1: the track stands before the sash
 * @property {string} zone id of what is resized
 * @property {HTMLElement} target
 * @property {HTMLElement | null} beside its neighbour; null for the sidebar
 * @property {number} together px of both, which a pair that shares its room keeps
 */

/**
 * @param {HTMLElement} sash
 * @returns {Hold | null} null when what it parts is not there
 */
export function holdOf(sash) {
  const { sash: zone = '', beside: other = '' } = sash.dataset
  if (zone === 'sidebar') {
    const target = /** @type {HTMLElement | null} */ (sash.closest('[data-region="sidebar"]'))
    return target && { axis: 'x', sign: 1, zone, target, beside: null, together: 0 }
  }
  const [target, beside] = [zone, other].map((id) => childOf(sash.parentElement, id))
  if (!target || !beside) return null
  const axis = sash.parentElement?.dataset.axis === 'column' ? 'y' : 'x'
  return { axis, sign: sash.dataset.sign === '-1' ? -1 : 1, zone, target, beside, together: lengthOf(target, axis) + lengthOf(beside, axis) }
}

/**
 * @param {HTMLElement} sash
 * @param {Hold} hold
 * @returns {{ size: number, least: number, most: number }} whole px
 */
export function measure(sash, { axis, target, beside }) {
  if (!beside) return { size: Math.round(sidebarSize(target)), least: Number(sash.getAttribute('aria-valuemin')), most: Number(sash.getAttribute('aria-valuemax')) }
  const size = lengthOf(target, axis)
  const least = leastOf(target, axis)
  const givers = isFlexible(beside) ? [beside] : siblingsOf(target).filter(isFlexible)
  const room = givers.reduce((sum, giver) => sum + Math.max(0, lengthOf(giver, axis) - leastOf(giver, axis)), 0)
  const most = isFlexible(target) ? size + lengthOf(beside, axis) - leastOf(beside, axis) : Math.min(size + room, mostOf(target, axis))
  return { size: Math.round(size), least: Math.round(least), most: Math.round(Math.max(most, least, size)) }
}

/**
 * Writes a size to the document and reads nothing of it, so that a drag lays out once a frame; the layout hears of it once the sash is let go.
 * @param {Hold} hold
 * @param {number} size
 */
export function writeSize({ target, beside, together }, size) {
  if (!beside) {
    const columns = /** @type {HTMLElement | null} */ (target.closest('.hs-columns'))
    columns?.style.setProperty('--zone-sidebar', `${size}px`)
    return
  }
  if (!isFlexible(target)) {
    target.style.flexBasis = `${size}px`
    return
  }
  const weight = growOf(target) + growOf(beside)
  if (together <= 0) return
  target.style.flexGrow = String((weight * size) / together)
  beside.style.flexGrow = String((weight * (together - size)) / together)
}

/** What was chosen, also where a narrow window shows less. @param {HTMLElement} sidebar */
const sidebarSize = (sidebar) => Number.parseFloat(getComputedStyle(sidebar).getPropertyValue('--zone-sidebar')) || lengthOf(sidebar, 'x')

/** Whether a track shares what is left. @param {HTMLElement} track */
const isFlexible = (track) => track.style.flexGrow !== '0' && track.style.flexGrow !== ''

/** @param {HTMLElement} track */
const growOf = (track) => Number.parseFloat(track.style.flexGrow) || 0

/**
 * @param {Element} element
 * @param {'x' | 'y'} axis
 */
export function lengthOf(element, axis) {
  const { width, height } = element.getBoundingClientRect()
  return axis === 'x' ? width : height
}

/**
 * The smallest size of a track: what it asks for, and what the groups in it need.
 * @param {HTMLElement} track
 * @param {'x' | 'y'} axis
 * @returns {number}
 */
function leastOf(track, axis) {
  if (track.dataset.zone === 'main') return Math.min(LEAST_MAIN[axis], lengthOf(track.parentElement ?? track, axis) / 2)
  const own = Number.parseFloat(axis === 'x' ? getComputedStyle(track).minWidth : getComputedStyle(track).minHeight)
  const children = tracksIn(track).map((child) => leastOf(child, axis))
  const isAlong = (track.dataset.axis === 'row') === (axis === 'x')
  const inner = isAlong ? children.reduce((sum, child) => sum + child, 0) : Math.max(0, ...children)
  return Math.max(Number.isFinite(own) ? own : LEAST, inner)
}

/** @param {HTMLElement} track @param {'x' | 'y'} axis */
function mostOf(track, axis) {
  const most = Number.parseFloat(axis === 'x' ? getComputedStyle(track).maxWidth : getComputedStyle(track).maxHeight)
  return Number.isFinite(most) ? most : Infinity
}

/** @param {Element | null} parent @param {string} id */
const childOf = (parent, id) => tracksIn(parent).find((track) => track.dataset.node === id) ?? null

/** @param {HTMLElement} track */
const siblingsOf = (track) => tracksIn(track.parentElement).filter((other) => other !== track)

/** @param {Element | null} split @returns {HTMLElement[]} */
const tracksIn = (split) =>
  split?.classList.contains('hs-split') ? /** @type {HTMLElement[]} */ ([...split.children].filter((child) => child instanceof HTMLElement && child.dataset.node !== undefined && !child.hidden)) : []
