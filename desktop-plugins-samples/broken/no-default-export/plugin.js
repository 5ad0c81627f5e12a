// Evaluates, but exports no plugin.
export const id = 'no-default-export'
