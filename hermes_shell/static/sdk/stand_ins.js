/** Exports that are not real yet (placeholders.js lists them with the reason). */
import { createContext } from '../vendor/react.js'
import { placeholderComponent, throwing } from './placeholder.js'

export const Blobatar = placeholderComponent('Blobatar')
export const CapabilitiesView = Object.assign(placeholderComponent('CapabilitiesView'), { supportsFixedConnection: false })
export const ConnectionGlyph = placeholderComponent('ConnectionGlyph')
export const ConnectorsTab = placeholderComponent('ConnectorsTab')
export const MessageTextContent = placeholderComponent('MessageTextContent')
export const ModelCatalogMenu = placeholderComponent('ModelCatalogMenu')
export const ModelMenuCloseContext = createContext(/** @type {(() => void) | null} */ (null))
export const SessionStatusDot = placeholderComponent('SessionStatusDot')
export const Streamdown = placeholderComponent('Streamdown')
export const ToolsetConfigPanel = placeholderComponent('ToolsetConfigPanel')
export const Wordmark = placeholderComponent('Wordmark')

export const ackStoredSessionId = throwing('ackStoredSessionId')
export const blobatarSvg = throwing('blobatarSvg')
export const captureGatewayFileDownload = throwing('captureGatewayFileDownload')
export const forgetSessionUnread = throwing('forgetSessionUnread')
export const markSessionUnreadFinished = throwing('markSessionUnreadFinished')
export const resolveSiblingWsUrl = throwing('resolveSiblingWsUrl')
export const surfaceModelSwitchConfirm = throwing('surfaceModelSwitchConfirm')
