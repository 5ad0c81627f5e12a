/** What plugins do to a message before it goes out (contract, areas 4.11, rule M1). */
import { readPlugin, reportPluginError } from './errors.js'
import { registry } from './registry.js'

/** @typedef {{ text: string, attachments?: readonly object[], displayText?: string }} OutgoingDraft */

/** A step that never answers must not hold a message for ever. */
const PATIENCE_MS = 15_000

/**
 * Runs every step in registry order. A step that throws, answers nothing usable or takes too long is passed over.
 * @param {OutgoingDraft} draft
 * @returns {Promise<OutgoingDraft | null>} null: a step cancelled the send
 */
export async function runMiddleware(draft) {
  let now = draft
  for (const contribution of registry.getArea('composer.middleware')) {
    const handler = readPlugin(contribution.source, 'composer middleware', () => contribution.data?.handler)
    if (typeof handler !== 'function') continue
    try {
      const next = await within(handler(now))
      if (next === null) return null
      if (typeof next?.text === 'string') now = next
      else throw new TypeError('handler returned neither a draft nor null')
    } catch (error) {
      reportPluginError(contribution.source, 'composer middleware', error)
    }
  }
  return now
}

/** @param {any} answer */
function within(answer) {
  let timer = 0
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
