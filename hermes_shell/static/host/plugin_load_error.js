/** Why a plugin could not be used. */
export class PluginLoadError extends Error {
  /**
   * @param {'evaluate' | 'contract' | 'duplicate' | 'register'} phase
   * @param {string} message
   * @param {{ line?: number, column?: number, cause?: unknown, unreachable?: boolean }} [details] `unreachable`: the file did not arrive
   */
  constructor(phase, message, { line, column, cause, unreachable = false } = {}) {
    super(message, { cause })
    this.unreachable = unreachable
    this.phase = phase
    this.line = line ?? null
    this.column = column ?? null
  }
}
