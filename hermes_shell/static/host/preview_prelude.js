// Runs inside of a previewed document, before its own scripts, and is no module: it says how high the document is, takes the tokens of the
// theme, and hands prompts to the page around it. Served as part of the document by core/preview.py.
(() => {
  const tell = (/** @type {object} */ message) => parent.postMessage(message, '*')
  const send = (/** @type {unknown} */ text) => tell({ hermes: 'send', text: String(text) })
  Object.defineProperty(window, 'hermes', { value: Object.freeze({ send }) })
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.hermes !== 'theme') return
    for (const [name, value] of Object.entries(data.tokens)) document.documentElement.style.setProperty(name, String(value))
    document.documentElement.style.colorScheme = data.mode
  })
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-hermes-send]') : null
    if (button) send(button.getAttribute('data-hermes-send'))
  })
  const measure = () => tell({ hermes: 'size', height: document.documentElement.offsetHeight })
  new ResizeObserver(measure).observe(document.documentElement)
  addEventListener('load', measure)
})()
