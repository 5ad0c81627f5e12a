/** The tones that call the user: two short sine notes, made here, so no file has to be loaded or decoded. */

/** Hz of the notes, up for a question, down for a turn that is done. @type {Record<string, readonly number[]>} */
const NOTES = { question: [587.33, 880], turn: [659.26, 523.25] }
const NOTE_SECONDS = 0.14
const LOUDEST = 0.14

/** @type {AudioContext | null} */
let audio = null

/**
 * Plays a tone. An engine that allows no sound before the first click or key plays nothing, which is no error.
 * @param {string} name `question` or `turn`
 * @returns {Promise<boolean>} whether it sounds
 */
export async function playTone(name) {
  const notes = NOTES[name]
  if (!notes || typeof AudioContext !== 'function') return false
  audio ??= new AudioContext()
  if (audio.state === 'suspended') await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, 300))])
  if (audio.state !== 'running') return false
  notes.forEach((frequency, at) => playNote(/** @type {AudioContext} */ (audio), frequency, at * NOTE_SECONDS))
  return true
}

/** @param {AudioContext} context @param {number} frequency @param {number} delay seconds */
function playNote(context, frequency, delay) {
  const start = context.currentTime + delay
  const note = new OscillatorNode(context, { type: 'sine', frequency })
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(LOUDEST, start + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_SECONDS * 1.6)
  note.connect(gain).connect(context.destination)
  note.start(start)
  note.stop(start + NOTE_SECONDS * 1.6)
}
