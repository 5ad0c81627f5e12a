/** Files that are dropped on a composer or pasted into it. Text stays text, also when a picture of it comes along. */

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
      add([...(event.dataTransfer?.files ?? [])])
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

/** @param {DataTransfer | null} data */
const hasFiles = (data) => data?.types.includes('Files') === true
