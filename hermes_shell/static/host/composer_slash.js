/**
 * Command lines of a composer. Those that are about the window are done here, the others by the gateway (spec of the gateway, commands);
 * what begins with a slash and is no command goes out as a message.
 */
import { channel } from './channel.js'
import { factsOf, liveOf } from './composer_facts.js'
import { runCommand } from './commands.js'
import { ask } from './composer_models.js'
import { resetChat } from './session_reset.js'

const LINE = /^\/([a-z][\w:-]*)(?:\s+([\s\S]*))?$/i
/** Aliases of aliases. */
const MOST_STEPS = 4
/** The gateway's code for a command that it wants to be asked for in another way, and for one that it does not know. */
const ELSEWHERE = 4018

/**
 * @typedef {object} CommandDoors what a command may do to its composer
 * @property {(title: string, text: string) => void} show
 * @property {(text: string) => void} fill puts a text into the composer
 * @property {() => void} openModels
 * @property {() => void} interrupt
 */

/** @typedef {{ text: string, shown?: string } | null} Outcome null: it is done; else `text` is to be sent, and `shown` is what the user said */

/** @type {Record<string, (argument: string, doors: CommandDoors, key: string) => unknown>} commands of the window; false leaves it to the gateway */
const OWN = {
  new: () => runCommand('session.new'),
  clear: () => runCommand('session.new'),
  reset: (_, __, key) => resetChat(key),
  undo: () => runCommand('chat.undo'),
  branch: () => runCommand('chat.branch'),
  stop: (_, { interrupt }) => interrupt(),
  model: (argument, { openModels }) => (argument ? false : openModels()),
}

/** Whether a text has the form of a command line. @param {string} text */
export const isCommandLine = (text) => LINE.test(text.trim())

/**
 * Runs a command line.
 * @param {string} key the chat
 * @param {string} line
 * @param {CommandDoors} doors
 * @returns {Promise<Outcome>}
 * @throws {Error} what the gateway answered
 */
export async function runCommandLine(key, line, doors) {
  const [, name = '', argument = ''] = LINE.exec(line.trim()) ?? []
  const own = OWN[name.toLowerCase()]
  if (own && own(argument, doors, key) !== false) return null
  if (!(await isKnown(key, name))) return { text: line }
  if (!factsOf(key)?.live) await channel.call('chat.warm', { key })
  const session = await liveOf(key)
  if (!session) throw new Error('Commands need a connection to the gateway.')
  let command = line.trim()
  for (let step = 0; step < MOST_STEPS; step++) {
    const answer = await execute(session, command)
    const message = typeof answer?.message === 'string' ? answer.message : ''
    if (answer?.notice) doors.show(command, String(answer.notice))
    if (answer?.type === 'send') return { text: message }
    if (answer?.type === 'skill') return { text: message, shown: line.trim() }
    if (answer?.type === 'alias' && typeof answer.target === 'string') {
      command = `/${answer.target.replace(/^\//, '')}${argument ? ` ${argument}` : ''}`
      continue
    }
    if (answer?.type === 'prefill') doors.fill(message)
    else if (typeof answer?.output === 'string' && answer.output.trim() !== '') doors.show(command, answer.output)
    return null
  }
  throw new Error(`${line} leads from one command to the next.`)
}

/** The list of commands misses those of plugins; completions know them all. @param {string} key @param {string} name */
async function isKnown(key, name) {
  const { items } = await channel.call('complete.slash', { key, text: `/${name}` })
  return items.some((/** @type {{ text: string }} */ { text }) => text.replace(/^\//, '').toLowerCase() === name.toLowerCase())
}

/** @param {string} session live id @param {string} command @returns {Promise<any>} */
async function execute(session, command) {
  try {
    return await ask('slash.exec', { session_id: session, command })
  } catch (error) {
    if (/** @type {any} */ (error)?.code !== ELSEWHERE) throw error
    const [, name = '', arg = ''] = LINE.exec(command) ?? []
    return ask('command.dispatch', { session_id: session, name, arg })
  }
}
