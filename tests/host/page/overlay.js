export const showPluginError = (row) => void record.errors.push({ folder: row.folder, name: row.name, phase: row.error.phase, message: row.error.message })
export const clearPluginError = (row) => void record.dismissed.push(row.folder)
