/**
 * Frames for external content: opaque origin, no referrer, lazy.
 *
 * Contract: guide, Embedding external content. The props are an allowlist, nothing else can reach the element.
 */
import { useEffect } from '../../vendor/react.js'
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { classes } from './part.js'

const TOKENS = new Set([
  'allow-scripts',
  'allow-forms',
  'allow-downloads',
  'allow-pointer-lock',
  'allow-orientation-lock',
  'allow-presentation',
])
const DEFAULT_POSTURE = 'allow-scripts'
const SCHEMES = new Set(['http:', 'https:', 'data:'])

/**
 * The sandbox attribute for what a caller asks: known harmless tokens in their order, once each. Never empty, because a
 * frame without the attribute is fully privileged.
 *
 * @param {string | undefined} asked
 * @returns {string}
 */
export function sandboxTokens(asked) {
  const kept = new Set(String(asked ?? '').toLowerCase().split(/\s+/).filter((token) => TOKENS.has(token)))
  return kept.size > 0 ? [...kept].join(' ') : DEFAULT_POSTURE
}

/**
 * @param {{ src: string, title: string, sandbox?: string, className?: string, style?: object, onLoad?: any, onError?: any, ref?: any }} props
 *   `src` is an absolute http:, https: or data: URL; anything else renders nothing and is reported on the console
 */
export function SandboxedFrame({ src, title, sandbox, className, style, onLoad, onError, ref }) {
  const allowed = isAllowed(src)
  useEffect(() => {
    if (!allowed) console.warn(`SandboxedFrame shows http:, https: and data: URLs only, not ${String(src).slice(0, 200)}`)
  }, [allowed, src])
  if (!allowed) return null
  return jsx('iframe', {
    'data-slot': 'sandboxed-frame',
    // Before src: the posture must stand when the navigation starts.
    sandbox: sandboxTokens(sandbox),
    loading: 'lazy',
    referrerPolicy: 'no-referrer',
    title,
    style,
    onLoad,
    onError,
    ref,
    ...classes(className),
    src,
  })
}

/** @param {unknown} src */
function isAllowed(src) {
  if (typeof src !== 'string') return false
  const parsed = URL.parse ? URL.parse(src) : URL.canParse(src) ? new URL(src) : null
  return parsed !== null && SCHEMES.has(parsed.protocol)
}
