/** What a command of the gateway says: above the composer, until it is put away or the next one says something. */
import { element, iconButton } from './composer_parts.js'

/** @param {HTMLElement} place @param {string} title the command line @param {string} text */
export function showOutput(place, title, text) {
  const close = iconButton('close', 'Put away')
  close.addEventListener('click', () => {
    place.hidden = true
    place.replaceChildren()
  })
  const words = element('pre', { class: 'hs-composer-output-text', tabindex: '0' }, [text])
  place.replaceChildren(element('header', { class: 'hs-composer-output-head' }, [element('code', {}, [title]), close]), words)
  place.hidden = false
}
