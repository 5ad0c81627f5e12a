/** One theme as a card: both of its looks in its own colours, its name, who brings it, and whether it is the chosen one. */
import { contrastRatio } from '../sdk/contrast.js'
import { codicon, element } from './elements.js'

/** @typedef {import('../sdk/retint.js').DesktopTheme} DesktopTheme */

/** Text under this contrast is hard to read (WCAG 2.2 AA). */
const READABLE = 4.5

/**
 * @param {DesktopTheme} theme
 * @param {string} bringer who brings it, as it is shown
 * @param {boolean} chosen
 * @returns {HTMLElement}
 */
export function themeCard(theme, bringer, chosen) {
  const { name, label, description, colors, darkColors } = theme
  const ratio = Math.min(ratioOf(colors), ratioOf(darkColors ?? colors))
  const weak = ratio < READABLE ? element('small', { class: 'hs-theme-weak', title: 'Text of this theme is hard to read' }, codicon('warning'), `${ratio.toFixed(1)} : 1`) : ''
  return element(
    'button',
    { type: 'button', role: 'radio', class: 'hs-theme', 'data-theme-name': name, 'aria-checked': String(chosen), title: description || null },
    element('span', { class: 'hs-theme-looks', 'aria-hidden': 'true' }, look(colors), look(darkColors ?? colors)),
    element(
      'span',
      { class: 'hs-theme-label' },
      ...(chosen ? [codicon('check')] : []),
      element('bdi', { class: 'hs-theme-name', title: label }, label),
      weak,
      element('small', { title: bringer }, element('bdi', {}, bringer)),
    ),
  )
}

/**
 * The card of a choice whose theme nobody brings now: the choice is kept.
 * @param {string} name
 * @param {string} painted label of the theme that stands in for it
 * @returns {HTMLElement}
 */
export function absentThemeCard(name, painted) {
  return element(
    'button',
    { type: 'button', role: 'radio', class: 'hs-theme', 'data-theme-name': name, 'data-absent': 'true', 'aria-checked': 'true' },
    element('span', { class: 'hs-theme-absent' }, `Not here now: its plugin is off, missing or still loading. Your choice is kept, ${painted} is painted meanwhile.`),
    element('span', { class: 'hs-theme-label' }, codicon('check'), element('bdi', { class: 'hs-theme-name' }, name), element('small', {}, 'Away')),
  )
}

/** A window in miniature. @param {Record<string, string | undefined>} colors */
function look(colors) {
  const made = element(
    'span',
    { class: 'hs-theme-look' },
    element('span', { class: 'hs-theme-side' }, ...['true', null, null, null].map((on) => element('i', { 'data-on': on }))),
    element('span', { class: 'hs-theme-main' }, element('i', { 'data-part': 'bubble' }), element('i'), element('i'), element('i', { 'data-part': 'button' })),
  )
  const paints = {
    '--look-content': colors.background,
    '--look-side': colors.sidebarBackground ?? colors.background,
    '--look-text': colors.foreground,
    '--look-accent': colors.midground ?? colors.ring ?? colors.primary,
    '--look-button': colors.primary,
  }
  for (const [name, value] of Object.entries(paints)) if (value) made.style.setProperty(name, value)
  return made
}

/** @param {Record<string, string | undefined>} colors @returns {number} of its text; 21 when it cannot be told */
const ratioOf = ({ foreground = '', background = '' }) => contrastRatio(foreground, background) ?? 21
