/**
 * The error boundary around every mounted contribution: a broken one shows itself, everything else works on.
 * Source: contract section 3, "Error boundary"; rule B2.
 */
import { Component, Fragment, createElement as h } from '../vendor/react.js'
import { ownerOf } from './bar_entries.js'
import { messageOf, reportPluginError } from './errors.js'

/**
 * @typedef {object} BoundaryProps
 * @property {'chip' | 'mark' | 'pane' | 'nothing'} variant a small button in bars, a sign inside another button, a centred panel elsewhere,
 *   nothing for a part that can be left out
 * @property {string} id shown to the user
 * @property {string} [text] what stands beside a mark
 * @property {string} [part] what of the contribution is drawn, for the report; its render when missing
 * @property {{ area?: string, source?: string }} [contribution] names the plugin in the report; another one is another try
 * @property {() => void} [onError]
 * @property {import('react').ReactNode} [children]
 */

/** @extends {Component<BoundaryProps, { failed: boolean, error: unknown, attempt: number }>} */
export class Boundary extends Component {
  /** @param {BoundaryProps} props */
  constructor(props) {
    super(props)
    this.state = { failed: false, error: null, attempt: 0 }
    /** @type {object | undefined} the last contribution that rendered without an error */
    this.good = undefined
    /** @type {object | undefined} the contribution that already got its second try */
    this.retried = undefined
    /** @type {string | null} */
    this.reported = null
    this.retry = () => this.setState(({ attempt }) => ({ failed: false, error: null, attempt: attempt + 1 }))
  }

  /** @param {unknown} error */
  static getDerivedStateFromError(error) {
    return { failed: true, error }
  }

  componentDidMount() {
    if (!this.state.failed) this.good = this.props.contribution
  }

  /** @param {BoundaryProps} before */
  componentDidUpdate(before) {
    if (!this.state.failed) this.good = this.props.contribution
    else if (before.contribution !== this.props.contribution) this.retry()
  }

  /** @param {unknown} error */
  componentDidCatch(error) {
    const { contribution, id, part = 'render', onError } = this.props
    // A re-registered render may call other hooks than the one before; React refuses that in place, a fresh mount is right.
    if (this.good && this.good !== contribution && this.retried !== contribution) {
      this.retried = contribution
      this.retry()
      return
    }
    const cause = `${id}: ${messageOf(error)}`
    onError?.()
    if (this.reported === cause) return
    this.reported = cause
    reportPluginError(contribution?.source, `${part} of ${contribution?.area ?? 'a slot'} ${id}`, error)
  }

  render() {
    const { failed, error, attempt } = this.state
    if (!failed) return h(Fragment, { key: attempt }, this.props.children)
    const { variant, id, text } = this.props
    if (variant === 'nothing') return null
    if (variant === 'mark') return h(MarkFallback, { id, text, message: messageOf(error), retry: this.retry })
    const { contribution } = this.props
    const facts = { id, from: originOf(contribution), message: messageOf(error), retry: this.retry }
    return variant === 'chip' ? h(ChipFallback, facts) : h(PaneFallback, { ...facts, level: headingIn(contribution?.area) })
  }
}

/** The heading of a card: the one of a page is the first of its document. @param {string | undefined} area */
export const headingIn = (area) => (area === 'routes' ? 'h1' : 'h2')

/**
 * Which plugin's it is and where it stands, in words.
 * @param {BoundaryProps['contribution']} contribution
 */
function originOf(contribution) {
  if (!contribution?.area) return ''
  const { area, source = 'core' } = contribution
  return `${ownerOf(/** @type {any} */ ({ ...contribution, source }))}, ${area}`
}

/** @param {{ id: string, from: string, message: string, retry: () => void }} props */
function ChipFallback({ id, from, message, retry }) {
  const text = `${id}: ${message}`
  return h(
    'button',
    { type: 'button', className: 'hs-boundary-chip', 'data-slot': 'boundary', 'data-variant': 'chip', title: text, 'aria-label': `${text}. ${from ? `From ${from}. ` : ''}Retry`, onClick: retry },
    h('i', { className: 'codicon codicon-warning', 'aria-hidden': true }),
    h('span', null, id),
  )
}

/**
 * Inside a button, so no button itself: a click on it goes to the button, and then tries again: it may take the mark away.
 * @param {{ id: string, text?: string, message: string, retry: () => void }} props
 */
function MarkFallback({ id, text, message, retry }) {
  return h(
    'span',
    { className: 'hs-boundary-mark', 'data-slot': 'boundary', 'data-variant': 'mark', title: `${id}: ${message}`, onClick: () => setTimeout(retry) },
    h('i', { className: 'codicon codicon-warning', 'aria-hidden': true }),
    h('span', { className: 'sr-only' }, 'Error '),
    text ? h('span', null, text) : null,
  )
}

/** @param {{ id: string, from: string, level: 'h1' | 'h2', message: string, retry: () => void }} props */
function PaneFallback({ id, from, level, message, retry }) {
  return h(
    'div',
    { className: 'hs-boundary-pane', 'data-slot': 'boundary', 'data-variant': 'pane', role: 'alert' },
    h(
      'div',
      { 'data-slot': 'error-state' },
      h('i', { className: 'codicon codicon-error', 'aria-hidden': true }),
      h(level, null, id),
      h('p', null, message),
      from ? h('small', null, from) : null,
      h('button', { type: 'button', 'data-slot': 'button', 'data-variant': 'outline', 'data-size': 'sm', onClick: retry }, 'Retry'),
    ),
  )
}
