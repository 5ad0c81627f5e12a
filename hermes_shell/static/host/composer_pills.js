/** The pills of a composer: model, reasoning, what the agent asks before. They show what the gateway says and change it there. */
import { APPROVALS, approvalMenu } from './approval_menu.js'
import { factsOf } from './composer_facts.js'
import { modelMenu, reasoningMenu } from './composer_menus.js'
import { pillLabel } from './composer_models.js'
import { element, icon } from './composer_parts.js'
import { openMenu } from './composer_popup.js'
import { choicesOf, chooseApproval, chooseBypass, chooseModel, chooseReasoning, onChoices } from './gateway_choices.js'
import { registry } from './registry.js'
import { reasoningEffortLabel } from '../sdk/reasoning.js'

/**
 * @param {ReturnType<typeof import('./composer_parts.js').composerParts>} parts
 * @param {() => string} key the chat
 * @returns {{ refresh: () => void, openModels: () => void, stepReasoning: (step: 1 | -1, levels: readonly string[]) => void, dispose: () => void }}
 */
export function startPills({ add, model, reasoning, approval }, key) {
  const live = () => factsOf(key())?.live ?? null
  const level = () => choicesOf(key()).reasoning
  /** Without a model that is known its pill is not there, and the menu says why. */
  const modelAnchor = () => (model.button.hidden ? { button: add } : { button: model.button, align: /** @type {const} */ ('end') })
  const openModels = () => openMenu({ ...modelAnchor(), label: 'Model', Content: modelMenu({ live, choose: (name, provider) => void chooseModel(key(), name, provider) }) })
  const setLevel = (/** @type {string} */ next) => void chooseReasoning(key(), next)
  model.button.addEventListener('click', openModels)
  reasoning.button.addEventListener('click', () => openMenu({ button: reasoning.button, align: 'end', label: 'Reasoning', Content: reasoningMenu({ now: level, choose: setLevel }) }))
  approval.button.addEventListener('click', () =>
    openMenu({
      button: approval.button, label: 'What the agent asks before',
      Content: approvalMenu({ now: () => choicesOf(key()), choose: (mode) => void chooseApproval(mode), bypass: (on) => void chooseBypass(key(), on) }),
    }),
  )
  const refresh = () => {
    const { model: name, reasoning: effort, approval: asks, bypass } = choicesOf(key())
    model.button.hidden = name === ''
    model.face.replaceChildren(icon('hubot'), element('span', { class: 'hs-composer-pill-text' }, [name ? pillLabel({ model: name, reasoningEffort: effort, compact: false }) : '']))
    model.button.title = name ? `Model: ${name}` : ''
    reasoning.button.hidden = effort === ''
    reasoning.face.replaceChildren(element('span', { class: 'hs-composer-pill-text' }, [reasoningEffortLabel(effort)]))
    reasoning.button.title = `Reasoning: ${reasoningEffortLabel(effort)}`
    const mode = APPROVALS.find((one) => one.mode === asks)
    const unasked = bypass || asks === 'off'
    approval.button.hidden = mode === undefined
    approval.button.dataset.unasked = String(unasked)
    approval.face.replaceChildren(icon(unasked ? 'warning' : 'shield'), element('span', { class: 'hs-composer-pill-text' }, [bypass ? 'Never ask here' : (mode?.label ?? '')]))
    approval.button.title = unasked ? `The agent asks before nothing${bypass ? ' in this chat' : ''}` : mode ? `The agent asks ${mode.detail}` : ''
  }
  const forgetChoices = onChoices(refresh)
  const forget = registry.subscribe('composer.modelPill', refresh)
  refresh()
  return {
    refresh,
    openModels,
    stepReasoning: (step, levels) => {
      const at = levels.indexOf(level())
      const next = levels[Math.min(levels.length - 1, Math.max(0, at + step))]
      if (at >= 0 && next !== level()) setLevel(next)
    },
    dispose: () => {
      forgetChoices()
      forget()
    },
  }
}
