import { atom } from '/w/t/static/0/vendor/nanostores.js'

export const $layout = atom(null)
export const revealPane = (id) => void record.revealed.push(id)
export const layoutOp = async (op, { pane }) => void record.revealed.push(`${op} ${pane}`)
export const closePane = async (id) => void record.revealed.push(`close ${id}`)
export const frontPane = () => null
export const focusedZone = () => null
export const zoneOf = () => null
export const onPanesShown = () => () => {}
