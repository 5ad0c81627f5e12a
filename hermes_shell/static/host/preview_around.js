// Runs in the document around a previewed one, and is no module: it hands messages on in both directions until the document leaves its
// place. Served as part of the answer by core/preview.py.
(() => {
  let loads = 0
  const inner = () => document.querySelector('iframe')?.contentWindow ?? null
  addEventListener('message', ({ source, data }) => {
    if (source === parent) {
      if (data?.hermes === 'theme') document.documentElement.style.colorScheme = data.mode
      inner()?.postMessage(data, '*')
    } else if (loads < 2 && source !== null && source === inner()) parent.postMessage(data, '*')
  })
  // A load does not come to the window.
  document.addEventListener('load', ({ target }) => {
    if (target instanceof HTMLIFrameElement && ++loads === 2) parent.postMessage({ hermes: 'left' }, '*')
  }, true)
})()
