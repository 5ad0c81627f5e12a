/** The attachments of a composer: uploaded as soon as they are added, sent with the message, kept with the draft. */
import { element, icon, iconButton } from './composer_parts.js'
import { $gateway } from './gateway_state.js'
import { base, snapshot } from './snapshot.js'
import { notify } from './toasts.js'

/** @typedef {import('./draft_store.js').Attached} Attached */
/** @typedef {{ file: Attached, state: 'going' | 'ready' | 'failed', row: HTMLElement, done: Promise<void>, stop: AbortController, preview: string }} Entry */

const MOST_FILES = 50
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

export class ComposerFiles {
  /** @type {Entry[]} */
  #entries = []

  /** @param {HTMLElement} list @param {() => void} changed */
  constructor(list, changed) {
    this.list = list
    this.changed = changed
  }

  /** Those that are on the server. @returns {Attached[]} */
  get ready() {
    return this.#entries.filter(({ state }) => state === 'ready').map(({ file }) => file)
  }

  get isEmpty() {
    return this.#entries.length === 0
  }

  /** Those of a draft. @param {readonly Attached[]} files */
  restore(files) {
    for (const file of files) {
      const preview = file.kind === 'image' ? `${base}api/chat/attachments/${file.id}` : ''
      this.#enter({ file, state: 'ready', done: Promise.resolve(), stop: new AbortController(), preview, row: document.createElement('li') })
    }
  }

  /** @param {Iterable<File>} files */
  add(files) {
    for (const file of files) {
      if (this.#entries.length >= MOST_FILES) return void notify({ kind: 'warning', message: `A message takes ${MOST_FILES} files at most.` })
      const { attachments } = $gateway.get()
      const most = PICTURES.has(file.type) ? attachments.image : attachments.file
      if (file.size > most) notify({ kind: 'warning', title: 'Too large to attach', message: tooLarge(file, most) })
      else this.#upload(file)
    }
  }

  /** @returns {Promise<boolean>} once nothing is on its way any more: whether all are there; says so when they are not */
  async settled() {
    await Promise.all(this.#entries.map(({ done }) => done))
    const failed = this.#entries.find(({ state }) => state === 'failed')
    if (failed) notify({ id: 'composer-files', kind: 'warning', title: 'The message was not sent', message: `${failed.file.name} is not attached. Remove it, or add it again.` })
    return failed === undefined
  }

  /** Takes those that were sent out of the composer. @param {readonly Attached[]} files */
  drop(files) {
    for (const entry of [...this.#entries]) if (files.some(({ id }) => id === entry.file.id)) this.#remove(entry)
  }

  dispose() {
    for (const entry of [...this.#entries]) this.#remove(entry, false)
  }

  /** @param {File} file */
  #upload(file) {
    const picture = PICTURES.has(file.type)
    const name = file.name || (picture ? `image.${file.type.slice(6)}` : 'file')
    /** @type {Entry} */
    const entry = {
      file: { id: '', name, kind: picture ? 'image' : 'file', size: file.size }, state: 'going', row: document.createElement('li'), done: Promise.resolve(),
      stop: new AbortController(), preview: picture ? URL.createObjectURL(file) : '',
    }
    entry.done = this.#send(entry, file)
    this.#enter(entry)
  }

  /** @param {Entry} entry @param {File} file */
  async #send(entry, file) {
    try {
      const headers = { 'X-Hermes-CSRF': snapshot.csrf, 'X-File-Name': encodeURIComponent(entry.file.name), 'Content-Type': file.type || 'application/octet-stream' }
      const answer = await fetch(`${base}api/chat/attachments`, { method: 'POST', headers, body: file, signal: entry.stop.signal })
      const said = await answer.json()
      if (!answer.ok) throw new Error(said.error)
      entry.file = said
      entry.state = 'ready'
    } catch (error) {
      if (entry.stop.signal.aborted) return
      entry.state = 'failed'
      notify({ kind: 'error', title: `${entry.file.name} is not attached`, message: error instanceof Error ? error.message : String(error) })
    }
    this.#draw(entry)
    this.changed()
  }

  /** @param {Entry} entry */
  #enter(entry) {
    this.#entries.push(entry)
    this.list.append(entry.row)
    this.#draw(entry)
    this.#shown()
    this.changed()
  }

  /** @param {Entry} entry @param {boolean} [tell] */
  #remove(entry, tell = true) {
    entry.stop.abort()
    if (entry.preview.startsWith('blob:')) URL.revokeObjectURL(entry.preview)
    this.#entries = this.#entries.filter((one) => one !== entry)
    entry.row.remove()
    this.#shown()
    if (tell) this.changed()
  }

  #shown() {
    this.list.hidden = this.#entries.length === 0
  }

  /** @param {Entry} entry */
  #draw(entry) {
    const { file, state, row, preview } = entry
    const face = preview ? element('img', { src: preview, alt: '', width: '16', height: '16' }) : icon(file.kind === 'image' ? 'file-media' : 'file')
    const remove = iconButton('close', `Remove ${file.name}`, { class: 'hs-composer-file-remove' })
    remove.addEventListener('click', () => this.#remove(entry))
    row.className = 'hs-composer-file'
    row.dataset.state = state
    row.title = state === 'failed' ? `${file.name} could not be uploaded` : `${file.name} · ${sizeOf(file.size)}`
    row.setAttribute('aria-busy', String(state === 'going'))
    row.replaceChildren(face, element('span', { class: 'hs-composer-file-name' }, [file.name]), remove)
  }
}

/** @param {File} file @param {number} most */
const tooLarge = ({ name, size }, most) => `${name || 'The file'} has ${sizeOf(size)}, and the gateway takes ${sizeOf(most)} at most.`

/** @param {number} bytes */
const sizeOf = (bytes) => (bytes < 1024 ? `${bytes} B` : bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`)
