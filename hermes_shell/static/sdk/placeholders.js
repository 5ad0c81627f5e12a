/**
 * The one list of names that are not real yet, and what each of them does instead. Tools and tests read it.
 *
 * kind: component, function, hook, value, or host (a member of `host`).
 * gives: label (renders its name and that it is not available), throws, rejects, or an honest empty: null, false, empty
 * (an empty list), nothing (no value and no effect).
 */

const GATEWAY = 'needs a registry of several gateways, and there is one connection'
const SESSIONS = 'the list of chats draws and keeps its own marks'
const MARKDOWN = 'Markdown is rendered on the server'
const SURFACE = 'a whole surface of the app that this shell does not have'

/** @type {readonly { name: string, kind: string, gives: string, why: string }[]} */
export const PLACEHOLDERS = Object.freeze([
  { name: 'Blobatar', kind: 'component', gives: 'label', why: 'the avatar generator is not bundled' },
  { name: 'CapabilitiesView', kind: 'component', gives: 'label', why: SURFACE },
  { name: 'ConnectionGlyph', kind: 'component', gives: 'label', why: SESSIONS },
  { name: 'ConnectorsTab', kind: 'component', gives: 'label', why: SURFACE },
  { name: 'MessageTextContent', kind: 'component', gives: 'label', why: MARKDOWN },
  { name: 'ModelCatalogMenu', kind: 'component', gives: 'label', why: SURFACE },
  { name: 'ModelMenuCloseContext', kind: 'value', gives: 'null', why: 'the context of a menu that is not here; it provides null' },
  { name: 'SessionStatusDot', kind: 'component', gives: 'label', why: SESSIONS },
  { name: 'Streamdown', kind: 'component', gives: 'label', why: MARKDOWN },
  { name: 'ToolsetConfigPanel', kind: 'component', gives: 'label', why: SURFACE },
  { name: 'Wordmark', kind: 'component', gives: 'label', why: 'the mark of another product' },

  { name: 'ackStoredSessionId', kind: 'function', gives: 'throws', why: SESSIONS },
  { name: 'blobatarSvg', kind: 'function', gives: 'throws', why: 'the avatar generator is not bundled' },
  { name: 'captureGatewayFileDownload', kind: 'function', gives: 'throws', why: GATEWAY },
  { name: 'forgetSessionUnread', kind: 'function', gives: 'throws', why: SESSIONS },
  { name: 'markSessionUnreadFinished', kind: 'function', gives: 'throws', why: SESSIONS },
  { name: 'resolveSiblingWsUrl', kind: 'function', gives: 'throws', why: GATEWAY },
  { name: 'surfaceModelSwitchConfirm', kind: 'function', gives: 'throws', why: GATEWAY },

  { name: 'host.agents', kind: 'host', gives: 'rejects', why: GATEWAY },
  { name: 'host.completeMcpOAuth', kind: 'host', gives: 'rejects', why: GATEWAY },
  { name: 'host.deleteProfile', kind: 'host', gives: 'rejects', why: GATEWAY },
  { name: 'host.ensureAgent', kind: 'host', gives: 'rejects', why: GATEWAY },
  { name: 'host.getGateway', kind: 'host', gives: 'null', why: GATEWAY },
  { name: 'host.retainProfile', kind: 'host', gives: 'rejects', why: GATEWAY },
  { name: 'host.retainProfileSocket', kind: 'host', gives: 'throws', why: GATEWAY },
  { name: 'host.setWorkspaceOwnerLabel', kind: 'host', gives: 'throws', why: SESSIONS },
  { name: 'host.traceIdentityChange', kind: 'host', gives: 'nothing', why: 'a trace of connections that are not here' },
  { name: 'host.warmAgent', kind: 'host', gives: 'rejects', why: GATEWAY },
  { name: 'host.warmProfile', kind: 'host', gives: 'rejects', why: GATEWAY },
])
