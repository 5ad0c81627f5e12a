/** The pills of a composer: model, reasoning, what the agent asks before. They show what the gateway says and change it there. */
import { channel } from './channel.js'
import { factsOf, liveOf } from './composer_facts.js'
import { APPROVALS, approvalMenu, modelMenu, reasoningMenu } from './composer_menus.js'
import { ask, modelOptions, pillLabel } from './composer_models.js'
import { element, icon } from './composer_parts.js'
import { openMenu } from './composer_popup.js'
import { registry } from './registry.js'
import { notify, notifyError } from './toasts.js'
import { reasoningEffortLabel } from '../sdk/reasoning.js'
import { state } from '../sdk/state.js'

/** What a chat without a session would get, and what no session has of its own; asked once for each opening of the gateway. */
const usual = { model: '', provider: '', reasoning: '', approval: '' }
/** @type {Promise<void> | null} */
let asked = null
/** @type {Set<() => void>} */
const listeners = new Set()

state.gateway.listen((/** @type {string} */ now) => {
  if (now !== 'open') return
  asked = null
  if (listeners.size > 0) void askUsual()
})

function askUsual() {
  asked ??= Promise.allSettled([
    modelOptions(null).then(({ model, provider }) => Object.assign(usual, { model, provider })),
    ask('config.get', { key: 'reasoning' }).then((answer) => (usual.reasoning = String(answer?.value ?? ''))),
    ask('config.get', { key: 'approval_mode' }).then((answer) => (usual.approval = String(answer?.value ?? ''))),
  ]).then(() => listeners.forEach((listener) => listener()))
  return asked
}

/**
 * @param {ReturnType<typeof import('./composer_parts.js').composerParts>} parts
 * @param {() => string} key the chat
 * @returns {{ refresh: () => void, openModels: () => void, stepReasoning: (step: 1 | -1, levels: readonly string[]) => void, dispose: () => void }}
 */
export function startPills({ add, model, reasoning, approval }, key) {
  const live = () => factsOf(key())?.live ?? null
  const level = () => factsOf(key())?.reasoning || usual.reasoning
  /** Without a model that is known its pill is not there, and the menu says why. */
  const modelAnchor = () => (model.button.hidden ? { button: add } : { button: model.button, align: /** @type {const} */ ('end') })
  const openModels = () => openMenu({ ...modelAnchor(), label: 'Model', Content: modelMenu({ live, choose: (name, provider) => void change(key(), 'model', provider ? `${name} --provider ${provider}` : name) }) })
  const setLevel = (/** @type {string} */ next) => void change(key(), 'reasoning', next)
  model.button.addEventListener('click', openModels)
  reasoning.button.addEventListener('click', () => openMenu({ button: reasoning.button, align: 'end', label: 'Reasoning', Content: reasoningMenu({ now: level, choose: setLevel }) }))
  approval.button.addEventListener('click', () =>
    openMenu({ button: approval.button, label: 'What the agent asks before', Content: approvalMenu({ now: () => usual.approval, choose: (mode) => void changeApproval(mode) }) }),
  )
  const refresh = () => {
    const facts = factsOf(key())
    const name = facts?.model || usual.model
    const effort = level()
    model.button.hidden = name === ''
    model.face.replaceChildren(icon('hubot'), element('span', { class: 'hs-composer-pill-text' }, [name ? pillLabel({ model: name, reasoningEffort: effort, compact: false }) : '']))
    model.button.title = name ? `Model: ${name}` : ''
    reasoning.button.hidden = effort === ''
    reasoning.face.replaceChildren(element('span', { class: 'hs-composer-pill-text' }, [reasoningEffortLabel(effort)]))
    reasoning.button.title = `Reasoning: ${reasoningEffortLabel(effort)}`
    const mode = APPROVALS.find((one) => one.mode === usual.approval)
    approval.button.hidden = mode === undefined
    approval.face.replaceChildren(icon('shield'), element('span', { class: 'hs-composer-pill-text' }, [mode?.label ?? '']))
    approval.button.title = mode ? `The agent asks ${mode.detail}` : ''
  }
  listeners.add(refresh)
  const forget = registry.subscribe('composer.modelPill', refresh)
  refresh()
  if (state.gateway.get() === 'open') void askUsual()
  return {
    refresh,
    openModels,
    stepReasoning: (step, levels) => {
      const at = levels.indexOf(level())
      const next = levels[Math.min(levels.length - 1, Math.max(0, at + step))]
      if (at >= 0 && next !== level()) setLevel(next)
    },
    dispose: () => {
      listeners.delete(refresh)
      forget()
    },
  }
}

/** @param {string} key of the chat @param {'model' | 'reasoning'} name @param {string} value */
async function change(key, name, value) {
  try {
    // The choice belongs to a session, so a new chat gets its own ahead.
    const warmed = factsOf(key)?.live || (await channel.call('chat.warm', { key }))
    const live = warmed ? await liveOf(key) : null
    const answer = await ask('config.set', { key: name, value, ...(live ? { session_id: live } : {}) })
    if (answer?.confirm_required) notify({ kind: 'warning', title: 'The model is not changed', message: String(answer.confirm_message || 'The gateway wants this to be confirmed in its terminal.') })
    else if (answer?.warning) notify({ kind: 'warning', message: String(answer.warning) })
    if (!live) Object.assign(usual, name === 'model' ? { model: value.split(' --provider ')[0] } : { reasoning: value })
  } catch (error) {
    notifyError(error, name === 'model' ? 'The model is not changed' : 'The reasoning is not changed')
  }
  listeners.forEach((listener) => listener())
}

/** @param {string} mode */
async function changeApproval(mode) {
  try {
    await ask('config.set', { key: 'approval_mode', value: mode })
    usual.approval = mode
  } catch (error) {
    notifyError(error, 'What the agent asks before is not changed')
  }
  listeners.forEach((listener) => listener())
}
