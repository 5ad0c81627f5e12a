/** The curves of the Loader: each takes an angle and gives a point within about -1 to 1. */

const { PI, abs, cos, exp, sin } = Math
const TAU = 2 * PI

/** @typedef {{ point: (t: number) => [number, number], turns?: number }} Curve `turns` full circles close it, 1 when missing */

/** @param {number} k @returns {Curve} */
const rose = (k) => ({ point: (t) => polar(cos(k * t), t) })
/** @param {number} n petals @param {number} depth @returns {Curve} */
const petals = (n, depth) => ({ point: (t) => polar((1 + depth * cos(n * t)) / (1 + depth), t) })
/** @param {number} n @returns {Curve} a spiral out and back, with n arms */
const petalSpiral = (n) => ({ turns: 2, point: (t) => polar(0.35 + 0.65 * abs(sin((n * t) / 4)), t) })
/** @param {number} R @param {number} r @param {number} d @param {number} turns @returns {Curve} */
const hypotrochoid = (R, r, d, turns) => {
  const size = R - r + d
  return { turns, point: (t) => [((R - r) * cos(t) + d * cos(((R - r) / r) * t)) / size, ((R - r) * sin(t) - d * sin(((R - r) / r) * t)) / size] }
}

/** @type {Readonly<Record<string, Curve>>} */
export const CURVES = Object.freeze({
  'original-thinking': petals(7, 0.22),
  'thinking-five': petals(5, 0.22),
  'thinking-nine': petals(9, 0.18),
  'rose-orbit': petals(3, 0.45),
  'rose-curve': rose(5),
  'rose-two': rose(2),
  'rose-three': rose(3),
  'rose-four': rose(4),
  'lissajous-drift': { point: (t) => [sin(3 * t + PI / 2), sin(2 * t)] },
  'lemniscate-bloom': { point: (t) => [cos(t) / (1 + sin(t) ** 2), (1.6 * sin(t) * cos(t)) / (1 + sin(t) ** 2)] },
  'hypotrochoid-loop': hypotrochoid(5, 3, 5, 3),
  'three-petal-spiral': petalSpiral(3),
  'four-petal-spiral': petalSpiral(4),
  'five-petal-spiral': petalSpiral(5),
  'six-petal-spiral': petalSpiral(6),
  'butterfly-phase': { turns: 6, point: (t) => polar((exp(cos(t)) - 2 * cos(4 * t) - sin(t / 12) ** 5) / 4, t - PI / 2) },
  'cardioid-glow': { point: (t) => shifted(polar((1 - cos(t)) / 2, t), 0.5, 0) },
  'cardioid-heart': { point: (t) => shifted(polar((1 - sin(t)) / 2, t), 0, 0.5) },
  'heart-wave': { point: (t) => [sin(t) ** 3, -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 17] },
  'spiral-search': { turns: 4, point: (t) => polar(abs(sin(t / 8)), t) },
  'fourier-flow': { point: (t) => [(cos(t) + 0.45 * cos(3 * t)) / 1.45, (sin(t) + 0.45 * sin(2 * t)) / 1.45] },
})

/**
 * The outline of a curve as SVG path data.
 *
 * @param {string} type an unknown one is `rose-curve`
 * @param {number} steps how many line segments, 8 to 2000
 * @returns {string}
 */
export function curvePath(type, steps) {
  const { point, turns = 1 } = Object.hasOwn(CURVES, type) ? CURVES[type] : CURVES['rose-curve']
  const count = Math.min(2000, Math.max(8, Math.round(steps) || 0))
  const points = Array.from({ length: count }, (_, i) => point((i / count) * TAU * turns).map((value) => value.toFixed(3)).join(' '))
  return `M${points.join('L')}Z`
}

/** @param {number} radius @param {number} angle @returns {[number, number]} */
function polar(radius, angle) {
  return [radius * cos(angle), radius * sin(angle)]
}

/** @param {[number, number]} point @param {number} dx @param {number} dy @returns {[number, number]} */
function shifted([x, y], dx, dy) {
  return [x + dx, y + dy]
}
