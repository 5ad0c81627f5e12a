/** A chat that begins anew: its pin, colour, tags and folder go over to the new one with its first message. */
import { channel } from './channel.js'
import { newChat } from './chat_commands.js'
import { isNew, mintKey } from './chat_state.js'
import { notify, notifyError } from './toasts.js'

/** @param {string} key of the chat that ends */
export async function resetChat(key) {
  if (isNew(key)) return newChat()
  const next = mintKey()
  await newChat(next)
  try {
    const marked = await channel.call('sessions.carry', { from: key, to: next })
    if (marked) notify({ id: 'sessions-carry', kind: 'info', message: 'Pin, colour, tags and folder of the chat go over to the new one with its first message.', placement: 'bottom-right' })
  } catch (error) {
    notifyError(error, 'The marks of the chat stay with it')
  }
}
