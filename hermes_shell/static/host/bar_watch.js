/** Says when the entries of a bar may have another size. */

/**
 * @param {HTMLElement} bar
 * @param {() => void} arrange called once a frame and before it is painted, however many entries change
 * @returns {() => void} asks for a call
 */
export function watchBar(bar, arrange) {
  let asked = false
  const ask = () => {
    if (asked) return
    asked = true
    requestAnimationFrame(() => {
      asked = false
      arrange()
    })
  }
  new MutationObserver(ask).observe(bar, { childList: true, subtree: true, characterData: true, attributeFilter: ['data-state'] })
  const sizes = new ResizeObserver(ask)
  sizes.observe(bar)
  // A picture or a font that arrives late changes the size of a group and nothing in the document.
  for (const group of bar.querySelectorAll('[data-area]')) sizes.observe(group)
  ask()
  return ask
}
