export const showPluginError = (failure) => void record.errors.push({ folder: failure.folder, name: failure.name, phase: failure.error.phase, message: failure.error.message })
export const amendPluginError = () => {}
export const clearPluginError = (folder) => void record.dismissed.push(folder)
