/** The models that the gateway offers, for the model menu; and what plugins put on its rows (contract 4.17) and on the pill (areas 4.11). */
import { channel } from './channel.js'
import { readPlugin, reportPluginError } from './errors.js'
import { registry } from './registry.js'

/** @typedef {{ slug: string, name: string, models: string[], ready: boolean }} Provider */
/** @typedef {{ providers: Provider[], model: string, provider: string }} ModelOptions */

/**
 * @param {string | null} live
 * @returns {Promise<ModelOptions>}
 */
export async function modelOptions(live) {
  const answer = await ask('model.options', live ? { session_id: live } : {})
  const listed = Array.isArray(answer?.providers) ? answer.providers : []
  const providers = listed.map((/** @type {any} */ one) => ({
    slug: String(one?.slug ?? ''), name: String(one?.name || one?.slug || ''), models: Array.isArray(one?.models) ? one.models.map(String) : [],
    ready: one?.authenticated !== false,
  }))
  return { providers, model: String(answer?.model ?? ''), provider: String(answer?.provider ?? '') }
}

/** @param {string} method @param {object} params @returns {Promise<any>} */
export const ask = (method, params) => channel.call('gateway.request', { method, params, timeout_ms: 20_000 })

/**
 * The text of the model pill: the first plugin that says something, else the model's own name.
 * @param {{ model: string, reasoningEffort: string, compact: boolean }} context
 * @returns {string}
 */
export function pillLabel(context) {
  for (const contribution of context.compact ? [] : registry.getArea('composer.modelPill')) {
    const label = readPlugin(contribution.source, 'model pill', () => contribution.data?.label?.(context))
    if (typeof label === 'string' && label.trim() !== '') return label
  }
  return shortName(context.model)
}

/** Without the provider that some names begin with. @param {string} model */
export const shortName = (model) => model.split('/').at(-1) ?? model

/**
 * What plugins add to a row: for icon and badge each the first usable answer.
 * @param {{ provider: string, model: string, label: string }} row
 * @returns {{ icon?: unknown, badge?: unknown, source?: string }}
 */
export function decorationOf(row) {
  /** @type {{ icon?: unknown, badge?: unknown, source?: string }} */
  const decoration = {}
  for (const { source, data } of registry.getArea('modelMenu.row')) {
    try {
      const answer = data?.decorate?.({ ...row })
      if (answer === null || typeof answer !== 'object') continue
      if (decoration.icon === undefined && isUsable(answer.icon)) decoration.icon = answer.icon
      if (decoration.badge === undefined && isUsable(answer.badge)) decoration.badge = answer.badge
      decoration.source = source
    } catch (error) {
      reportPluginError(source, 'model menu row', error)
    }
  }
  return decoration
}

/** @param {unknown} value */
const isUsable = (value) => value !== undefined && value !== null && value !== false && value !== ''
