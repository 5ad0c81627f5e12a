// Patterns 11, 12 and 13: nodes on body and head, a style keyed by id, attributes on core elements, an observer on html.
export default {
  id: 'bare-globals',
  register(ctx) {
    const style = document.createElement('style')
    style.id = 'bare-globals-style'
    style.textContent = '.bare-globals-node { position: fixed; inset-block-start: 0 }'
    document.head.append(style)

    const node = document.createElement('div')
    node.className = 'bare-globals-node'
    node.textContent = 'on body'
    document.body.append(node)

    globalThis.bareThemeChanges = []
    const observer = new MutationObserver(records =>
      globalThis.bareThemeChanges.push(...records.map(record => record.attributeName))
    )
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['style', 'class', 'data-hermes-theme', 'data-hermes-mode']
    })

    const decorate = () => {
      for (const element of document.querySelectorAll('[data-area="statusBar.right"], [data-zone="main"]')) {
        element.setAttribute('data-bare', 'yes')
        element.style.setProperty('--bare', '1')
      }
    }
    decorate()

    ctx.onDispose(() => {
      observer.disconnect()
      style.remove()
      node.remove()
    })
  }
}
