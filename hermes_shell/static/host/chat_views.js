/**
 * The views of this window's chats, one for each, wherever it stands. A view that nobody shows waits with everything in it, so that a
 * switch back is a re-attach; it leaves the document only when the server has stopped sending for it, so nothing gets lost on the way.
 */
import { channel } from './channel.js'
import { ChatView } from './chat_view.js'
import { $chats } from './chat_state.js'
import { followMove, noteMove } from './chat_moves.js'
import { noteError } from './chat_trouble.js'

/** Views that are kept beside those that are shown. */
const KEPT = 8

/** Key to its view, the one shown last at the end. @type {Map<string, ChatView>} */
const views = new Map()
/** Where a view waits until nothing comes for it any more. @type {HTMLElement | null} */
let waitingRoom = null
/** Keys that chats had once. @type {Set<string>} */
const moved = new Set()
/** Who waits for a chat to be shown. @type {Set<{ key: string, end: (shown: boolean) => void }>} */
const waiters = new Set()

/** Follows connections and keys. Call once, before the channel opens. */
export function startChatViews() {
  channel.on('chat-moved', ({ from, to }) => {
    moved.add(from)
    // Between the frames before it, which name the old key, and those after it.
    void channel.applied.then(() => rekeyView(from, to))
  })
  channel.on('chats', ({ remove = [] }) => {
    for (const key of remove) if (!moved.has(key)) views.get(key)?.markGone()
  })
  $chats.listen(settle)
  channel.on('lost', () => {
    for (const view of views.values()) view.kept = false
  })
  channel.on('welcome', () => {
    for (const view of views.values()) if (view.place) void show(view)
  })
}

/** @param {string} key @returns {ChatView | undefined} */
export const viewOf = (key) => views.get(key)

/** @returns {Iterable<ChatView>} */
export const allViews = () => views.values()

/** Makes the view of a chat aside, before it is shown. @param {string} key */
export function prepareView(key) {
  if (views.has(key)) return
  const view = new ChatView(key)
  views.set(key, view)
  view.leave(room())
}

/**
 * Puts the view of a chat into an element.
 * @param {string} key
 * @param {HTMLElement} place
 * @returns {ChatView}
 */
export function attachView(key, place) {
  const view = views.get(key) ?? new ChatView(key)
  views.delete(key)
  views.set(key, view)
  view.attach(place)
  void show(view)
  evict()
  return view
}

/**
 * Takes a view out of an element, unless it stands elsewhere by now.
 * @param {ChatView} view
 * @param {HTMLElement} place
 */
export function detachView(view, place) {
  if (view.place !== place) return
  view.leave(room())
  void hide(view)
}

/**
 * Waits until a chat is shown with its messages.
 * @param {string} key
 * @param {number} patience in milliseconds
 * @returns {Promise<boolean>} false: it took longer
 */
export function whenShown(key, patience) {
  return new Promise((resolve) => {
    const waiter = { key, end: (/** @type {boolean} */ shown) => (clearTimeout(timer), waiters.delete(waiter), resolve(shown)) }
    const timer = setTimeout(() => waiter.end(false), patience)
    waiters.add(waiter)
    settle()
  })
}

function settle() {
  for (const { key, end } of waiters) if (views.get(key)?.settled && $chats.get().get(key)?.loaded) end(true)
}

/** @param {ChatView} view */
async function show(view) {
  const { key, kept } = view
  try {
    const answer = await channel.call('chat.show', { key, kept })
    view.kept = view.place !== null
    if (answer.key !== view.key) rekeyView(view.key, answer.key)
    view.answered(answer)
    settle()
  } catch (error) {
    // A lost connection shows it again by itself.
    noteError(view.key, 'could not be shown', error)
  }
}

/** @param {ChatView} view */
async function hide(view) {
  try {
    await channel.call('chat.hide', { key: view.key })
    await channel.applied
  } catch (error) {
    view.kept = false
    noteError(view.key, 'could not be put aside', error)
  }
  if (view.place === null) view.host.remove()
}

function evict() {
  const aside = [...views.values()].filter(({ place }) => place === null)
  for (const view of aside.slice(0, Math.max(0, aside.length - KEPT))) {
    views.delete(view.key)
    view.dispose()
    channel.call('chat.hide', { key: view.key, forget: true }).catch((error) => noteError(view.key, 'could not be forgotten', error))
  }
}

/** @param {string} from @param {string} to */
function rekeyView(from, to) {
  if (from === to) return
  noteMove(from, to)
  const view = views.get(from)
  const other = views.get(to)
  views.delete(from)
  // Somebody may have opened the chat by its stored id before this came: the one that is shown stays.
  if (view && other?.place) view.dispose()
  else if (view) {
    other?.dispose()
    views.set(to, view)
    view.rekey(to)
  }
  followMove(from, to)
}

function room() {
  if (!waitingRoom) {
    waitingRoom = document.createElement('div')
    waitingRoom.hidden = true
    waitingRoom.id = 'hs-chats-aside'
    document.body.append(waitingRoom)
  }
  return waitingRoom
}
