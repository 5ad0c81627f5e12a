/** The elements of a composer. Anatomy: look of the shell, section 8; the `data-slot` names are what plugins look for. */

/**
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {readonly (Node | string)[]} [children]
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, children = []) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** @param {string} name of a codicon */
export const icon = (name) => element('i', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' })

/**
 * @param {string} glyph
 * @param {string} label
 * @param {Record<string, string>} [attributes]
 */
export function iconButton(glyph, label, attributes = {}) {
  return /** @type {HTMLButtonElement} */ (element('button', { type: 'button', class: 'hs-icon-button', 'aria-label': label, title: label, ...attributes }, [icon(glyph)]))
}

/** A button that opens a menu of choices. @param {string} name @param {string} label */
export function pill(name, label) {
  const face = element('span', { class: 'hs-composer-pill-face' })
  const button = /** @type {HTMLButtonElement} */ (
    element('button', { type: 'button', class: 'hs-composer-pill', 'data-pill': name, 'aria-label': label, 'aria-haspopup': 'menu' }, [face, icon('chevron-down')])
  )
  return { button, face }
}

/** @param {string} area @param {string} place */
const slots = (area, place) => element('div', { class: `hs-composer-slots ${place}`, 'data-area': `composer.${area}` })

export function composerParts() {
  const input = element('div', {
    class: 'hs-composer-text', 'data-slot': 'composer-input', role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Message', spellcheck: 'true',
    autocapitalize: 'sentences', tabindex: '0',
  })
  const placeholder = element('div', { class: 'hs-composer-placeholder', 'aria-hidden': 'true' })
  const areas = {
    top: slots('top', 'hs-composer-top'), bottom: slots('bottom', 'hs-composer-bottom'), underside: slots('underside', 'hs-composer-underside'),
    leading: slots('leading', 'hs-composer-leading'), actions: slots('actions', 'hs-composer-actions'),
  }
  const files = element('ul', { class: 'hs-composer-files', 'aria-label': 'Attachments', hidden: '' })
  const add = iconButton('add', 'Add files, images or context', { 'aria-haspopup': 'menu' })
  const approval = pill('approval', 'What the agent asks before')
  const model = pill('model', 'Model')
  const reasoning = pill('reasoning', 'Reasoning')
  const stop = iconButton('debug-stop', 'Stop the turn (Esc)', { class: 'hs-composer-stop', 'data-composer': 'stop', hidden: '' })
  stop.replaceChildren(element('span', { class: 'hs-composer-stop-mark' }))
  const send = iconButton('arrow-up', 'Send', { class: 'hs-composer-send', 'data-composer': 'send', disabled: '' })
  const hints = element('div', { class: 'hs-composer-hints' })
  const saved = element('span', { class: 'hs-composer-saved' })
  const micro = element('div', { class: 'hs-composer-micro', hidden: '' })
  approval.button.hidden = model.button.hidden = reasoning.button.hidden = true
  const controls = element('div', { class: 'hs-composer-controls' }, [
    add, approval.button, areas.leading, element('span', { class: 'hs-composer-gap' }), areas.actions, model.button, reasoning.button, stop, send,
  ])
  const output = element('section', { class: 'hs-composer-output', 'aria-label': 'Answer of a command', hidden: '' })
  const surface = element('div', { 'data-slot': 'composer-root', class: 'hs-composer-surface' }, [
    areas.top, files, element('div', { 'data-slot': 'composer-rich-input', class: 'hs-composer-input' }, [placeholder, input]), controls, areas.bottom,
  ])
  const box = element('div', { 'data-slot': 'composer', class: 'hs-composer' }, [surface])
  const under = element('div', { class: 'hs-composer-under' }, [areas.underside, micro, hints, saved])
  const dock = element('section', { class: 'hs-composer-dock', 'data-slot': 'composer-dock', 'data-region': 'composer', 'aria-label': 'Message' }, [output, box, under])
  return { dock, box, surface, input, placeholder, areas, files, add, approval, model, reasoning, stop, send, hints, saved, micro, output }
}
