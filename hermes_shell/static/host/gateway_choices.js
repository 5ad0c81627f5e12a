/**
 * Model, reasoning and what the agent asks before: what the gateway has of them, and changing it there. A choice belongs to a chat where the
 * gateway keeps it for a session, and to all chats otherwise.
 */
import { askFirst } from './ask_first.js'
import { channel } from './channel.js'
import { factsOf, liveOf } from './composer_facts.js'
import { ask, modelOptions } from './composer_models.js'
import { notify, notifyError } from './toasts.js'
import { state } from '../sdk/state.js'

/** What a chat without a session would get; asked once for each opening of the gateway. */
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
// What was chosen for all chats in another window or by a command; the gateway tells it with any live session.
channel.on('event', ({ event }) => {
  const mode = event?.type === 'session.info' ? event.payload?.approval_mode : undefined
  if (typeof mode !== 'string' || mode === usual.approval) return
  usual.approval = mode
  tell()
})

const tell = () => listeners.forEach((listener) => listener())

/** @param {() => void} listener called when something of it has changed @returns {() => void} */
export function onChoices(listener) {
  listeners.add(listener)
  if (state.gateway.get() === 'open') void askUsual()
  return () => void listeners.delete(listener)
}

function askUsual() {
  asked ??= Promise.allSettled([
    modelOptions(null).then(({ model, provider }) => Object.assign(usual, { model, provider })),
    ask('config.get', { key: 'reasoning' }).then((answer) => (usual.reasoning = String(answer?.value ?? ''))),
    ask('config.get', { key: 'approval_mode' }).then((answer) => (usual.approval = String(answer?.value ?? ''))),
  ]).then(tell)
  return asked
}

/**
 * @param {string} key of a chat
 * @returns {{ model: string, reasoning: string, approval: string, bypass: boolean }} `bypass`: in this chat the agent asks before nothing,
 *   whatever is chosen for all
 */
export function choicesOf(key) {
  const facts = factsOf(key)
  const approval = usual.approval
  return {
    model: facts?.model || usual.model,
    reasoning: facts?.reasoning || usual.reasoning,
    approval,
    bypass: Boolean(facts?.live && facts.yolo && approval !== 'off'),
  }
}

/** @param {string} key of the chat @param {string} model @param {string} provider may be empty */
export function chooseModel(key, model, provider) {
  return changed('The model is not changed', async () => {
    const session = await sessionOf(key)
    const wish = { key: 'model', value: provider ? `${model} --provider ${provider}` : model, ...session }
    let answer = await ask('config.set', wish)
    if (answer?.confirm_required) {
      const question = { title: `Use ${model}?`, description: String(answer.confirm_message || 'The gateway wants this model to be confirmed.'), confirmLabel: 'Use it' }
      if (!(await askFirst(question))) return
      answer = await ask('config.set', { ...wish, confirm_expensive_model: true })
      if (answer?.confirm_required) throw new Error('The gateway asks for it again.')
    }
    if (answer?.warning) notify({ kind: 'warning', message: String(answer.warning) })
    if (!('session_id' in session)) usual.model = model
  })
}

/** @param {string} key of the chat @param {string} level */
export function chooseReasoning(key, level) {
  return changed('The reasoning is not changed', async () => {
    const session = await sessionOf(key)
    await ask('config.set', { key: 'reasoning', value: level, ...session })
    if (!('session_id' in session)) usual.reasoning = level
  })
}

const UNASKED = 'It runs every command at once, also one that deletes or overwrites files.'

/** For all chats. @param {string} mode */
export function chooseApproval(mode) {
  return changed('What the agent asks before is not changed', async () => {
    const question = { title: 'Let the agent never ask?', description: `${UNASKED} This counts for all chats, until you choose otherwise.`, confirmLabel: 'Never ask', destructive: true }
    if (mode === 'off' && !(await askFirst(question))) return
    await ask('config.set', { key: 'approval_mode', value: mode })
    usual.approval = mode
  })
}

/** Whether the agent asks before nothing in one chat. @param {string} key of the chat @param {boolean} on */
export function chooseBypass(key, on) {
  return changed('What the agent asks before is not changed', async () => {
    const question = { title: 'Never ask in this chat?', description: `${UNASKED} This counts for this chat, until the agent ends or you choose otherwise.`, confirmLabel: 'Never ask here', destructive: true }
    if (on && !(await askFirst(question))) return
    const session = await sessionOf(key)
    if (!('session_id' in session)) throw new Error('This chat has no session yet.')
    await ask('config.set', { key: 'yolo', value: on ? 'on' : 'off', ...session })
  })
}

/** A choice belongs to a session, so a new chat gets its own ahead. @param {string} key @returns {Promise<{ session_id?: string }>} */
async function sessionOf(key) {
  const warmed = factsOf(key)?.live || (await channel.call('chat.warm', { key }))
  const live = warmed ? await liveOf(key) : null
  return live ? { session_id: live } : {}
}

/** @param {string} failure title of what is said when it fails @param {() => Promise<unknown>} change */
async function changed(failure, change) {
  try {
    await change()
  } catch (error) {
    notifyError(error, failure)
  }
  tell()
}
