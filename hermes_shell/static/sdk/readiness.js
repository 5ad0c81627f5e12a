/** Whether a model call can be made, as the gateway sees it. */

const DEFAULT_REASON = 'Add a provider credential to start.'

/** Names that mean "the profile in use", which the gateway resolves itself. */
const IN_USE = new Set(['', 'current', 'default'])

/**
 * @typedef {object} Readiness
 * @property {boolean} ready
 * @property {string} reason empty when ready
 * @property {'runtime_check' | 'setup_status' | 'fallback'} source which answer decided
 * @property {boolean} checksDisagree
 * @property {boolean} [freeTier]
 * @property {string} [model]
 */

/**
 * Asks `setup.status` and `setup.runtime_check` side by side; the runtime check wins where it answers.
 *
 * @param {(method: string, params?: object) => Promise<any>} request for example `host.request`
 * @param {{ defaultReason?: string, profile?: string, requestedProvider?: string, unknownReady?: boolean }} [options]
 *   `unknownReady` is the verdict when neither check answers
 * @returns {Promise<Readiness>}
 */
export async function evaluateRuntimeReadiness(request, options = {}) {
  const { defaultReason = DEFAULT_REASON, profile = '', requestedProvider, unknownReady = false } = options
  const scope = IN_USE.has(profile.trim()) ? {} : { profile }
  const [status, check] = await Promise.allSettled([
    Promise.resolve().then(() => request('setup.status', { ...scope })),
    Promise.resolve().then(() =>
      request('setup.runtime_check', requestedProvider ? { ...scope, provider: requestedProvider } : { ...scope }),
    ),
  ])
  const configured = status.status === 'fulfilled' ? flag(status.value?.provider_configured) : null
  const runtime = check.status === 'fulfilled' ? flag(check.value?.ok) : null
  const checksDisagree = configured !== null && runtime !== null && configured !== runtime

  if (runtime !== null && check.status === 'fulfilled') {
    const { error, free_tier: freeTier, model } = check.value
    return verdict(runtime, error || defaultReason, 'runtime_check', checksDisagree, { freeTier, model })
  }
  if (configured !== null) return verdict(configured, defaultReason, 'setup_status', checksDisagree)
  return verdict(unknownReady, defaultReason, 'fallback', false)
}

/** @param {unknown} value */
function flag(value) {
  return typeof value === 'boolean' ? value : null
}

/**
 * @param {boolean} ready
 * @param {string} reason
 * @param {Readiness['source']} source
 * @param {boolean} checksDisagree
 * @param {{ freeTier?: boolean, model?: string }} [extra]
 * @returns {Readiness}
 */
function verdict(ready, reason, source, checksDisagree, extra = {}) {
  const known = Object.fromEntries(Object.entries(extra).filter(([, value]) => value !== undefined && value !== null))
  return { ready, reason: ready ? '' : reason, source, checksDisagree, ...known }
}
