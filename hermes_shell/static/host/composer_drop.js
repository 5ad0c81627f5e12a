/** Files that are dropped on a composer or pasted into it. Text stays text, also when a picture of it comes along. */
import { notify } from './toasts.js'

/**
 * @param {HTMLElement} dock what takes drops
 * @param {HTMLElement} input what takes pastes
 * @param {(files: File[]) => void} add
 * @returns {() => void} ends it
 */
export function takeDrops(dock, input, add) {
  const ended = new AbortController()
  const { signal } = ended
  let depth = 0
  const over = (/** @type {boolean} */ now) => dock.toggleAttribute('data-drop', now)
  dock.addEventListener('dragenter', (event) => hasFiles(event.dataTransfer) && (depth++, over(true)), { signal })
  dock.addEventListener('dragleave', (event) => hasFiles(event.dataTransfer) && --depth <= 0 && ((depth = 0), over(false)), { signal })
  dock.addEventListener(
    'dragover',
    (event) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    },
    { signal, capture: true },
  )
  dock.addEventListener(
    'drop',
    (event) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      event.stopPropagation()
      depth = 0
      over(false)
      add(filesOf(event.dataTransfer))
    },
    { signal, capture: true },
  )
  input.addEventListener(
    'paste',
    (event) => {
      const data = event.clipboardData
      const files = [...(data?.files ?? [])]
      if (files.length === 0 || (data?.getData('text/plain') ?? '') !== '') return
      event.preventDefault()
      event.stopPropagation()
      add(files)
    },
    { signal, capture: true },
  )
  return () => ended.abort()
}

/** The files of a drop. An engine gives a folder as an empty file, which is none; it is said. @param {DataTransfer | null} data @returns {File[]} */
function filesOf(data) {
  const files = [...(data?.files ?? [])]
  const entries = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? null)
  const folders = entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : []))
  if (folders.length === 0) return files
  const message = `${folders.slice(0, 3).join(', ')}${folders.length > 3 ? ` and ${folders.length - 3} more` : ''}: drop the files in it, or name it with @.`
  notify({ kind: 'warning', title: folders.length === 1 ? 'A folder is not attached' : 'Folders are not attached', message })
  return files.filter((_, at) => !entries[at]?.isDirectory)
}

/** @param {DataTransfer | null} data */
const hasFiles = (data) => data?.types.includes('Files') === true
