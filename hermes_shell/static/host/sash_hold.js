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
 * @property {number} together px of both, which they keep
 * @property {HTMLElement[]} tracks all of the split; empty for the sidebar
 * @property {Record<string, number>} sizes px of the other tracks, by node; known once they are frozen
 */

/**
 * @param {HTMLElement} sash
 * @returns {Hold | null} null when what it parts is not there
 */
export function holdOf(sash) {
  const { sash: zone = '', beside: other = '' } = sash.dataset
  if (zone === 'sidebar') {
    const target = /** @type {HTMLElement | null} */ (sash.closest('[data-region="sidebar"]'))
    return target && { axis: 'x', sign: 1, zone, target, beside: null, together: 0, tracks: [], sizes: {} }
  }
  const [target, beside] = [zone, other].map((id) => childOf(sash.parentElement, id))
  if (!target || !beside) return null
  const axis = sash.parentElement?.dataset.axis === 'column' ? 'y' : 'x'
  const together = lengthOf(target, axis) + lengthOf(beside, axis)
  return { axis, sign: sash.dataset.sign === '-1' ? -1 : 1, zone, target, beside, together, tracks: tracksIn(sash.parentElement).filter(isOpen), sizes: {} }
}

/**
 * @param {HTMLElement} sash
 * @param {Hold} hold
 * @returns {{ size: number, least: number, most: number }} whole px
 */
export function measure(sash, { axis, target, beside, together }) {
  if (!beside) return { size: Math.round(sidebarSize(target)), least: Number(sash.getAttribute('aria-valuemin')), most: Number(sash.getAttribute('aria-valuemax')) }
  const size = lengthOf(target, axis)
  const least = Math.max(leastOf(target, axis), together - mostOf(beside, axis))
  const most = Math.min(together - leastOf(beside, axis), mostOf(target, axis))
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
  writeTrack(target, size)
  writeTrack(beside, Math.max(0, together - size))
}

/**
 * Writes what every track of the split measures, so that a sash changes its two neighbours only: those that share what is left weigh as
 * much as they have, and fixed ones for which there is no room do not get more of it when it moves.
 * @param {Hold} hold
 */
export function freeze(hold) {
  const { axis, target, beside, tracks, sizes } = hold
  const lengths = tracks.map((track) => lengthOf(track, axis))
  const isShort = tracks.map((track, at) => !isFlexible(track) && lengths[at] < Number.parseFloat(getComputedStyle(track).flexBasis) - 0.5)
  for (const [at, track] of tracks.entries()) {
    writeTrack(track, lengths[at])
    if (track !== target && track !== beside && (isFlexible(track) || isShort[at])) sizes[track.dataset.node ?? ''] = lengths[at]
  }
}

/**
 * What the server is told beside the size: the neighbour, and what the others keep.
 * @param {Hold} hold
 * @returns {{ beside?: number, sizes?: Record<string, number> }}
 */
export function othersOf({ axis, target, beside, sizes }) {
  if (!beside) return {}
  const length = Math.round(lengthOf(beside, axis))
  const isPair = Object.keys(sizes).length === 0 && (isFlexible(target) || isFlexible(beside))
  return isPair ? { beside: length } : { beside: length, sizes: { ...sizes, [beside.dataset.node ?? '']: length } }
}

/** @param {HTMLElement} track @param {number} size px, the unit of weights in a frozen split */
function writeTrack(track, size) {
  if (isFlexible(track)) track.style.flexGrow = String(size)
  else track.style.flexBasis = `${size}px`
}

/** What was chosen, also where a narrow window shows less. @param {HTMLElement} sidebar */
const sidebarSize = (sidebar) => Number.parseFloat(getComputedStyle(sidebar).getPropertyValue('--zone-sidebar')) || lengthOf(sidebar, 'x')

/** Whether a track shares what is left; one that takes all of it has a size, too. @param {HTMLElement} track */
const isFlexible = (track) => track.style.flexBasis === '0px'

/** Whether a track is no fold. @param {HTMLElement} track */
const isOpen = (track) => !track.matches('[data-minimised], [data-folded]')

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
  if (track.matches('[data-zone="main"], :has([data-zone="main"])')) return Math.min(LEAST_MAIN[axis], lengthOf(track.parentElement ?? track, axis) / 2)
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

/** @param {Element | null} split @returns {HTMLElement[]} */
const tracksIn = (split) =>
  split?.classList.contains('hs-split') ? /** @type {HTMLElement[]} */ ([...split.children].filter((child) => child instanceof HTMLElement && child.dataset.node !== undefined && !child.hidden)) : []
