export const revealPane = (id) => void record.revealed.push(id)
