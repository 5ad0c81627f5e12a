/** Members of `host` about chats that are not real yet (placeholders.js). */
import { throwing } from './placeholder.js'

export const closedDoors = Object.freeze({
  setWorkspaceOwnerLabel: throwing('host.setWorkspaceOwnerLabel'),
})
