/** Members of `host` that talk to sessions or a composer, while nothing answers them: each is closed in its own way (placeholders.js). */
import { rejecting, throwing } from './placeholder.js'

/** @param {string} prefix @param {readonly string[]} names @param {(name: string) => Function} door */
const group = (prefix, names, door) => Object.freeze(Object.fromEntries(names.map((name) => [name, door(`${prefix}.${name}`)])))

/** @param {readonly string[]} names */
const rejectingAll = (names) => Object.fromEntries(names.map((name) => [name, rejecting(`host.${name}`)]))

export const closedDoors = Object.freeze({
  focusOpenWorkspaceSession: () => null,
  setWorkspaceScope: () => false,
  setWorkspaceOwnerLabel: throwing('host.setWorkspaceOwnerLabel'),
  ...rejectingAll(['listPersistedSessions', 'newChat', 'openSession', 'setPersistedSessionHidden']),
  sessions: group('host.sessions', ['pin', 'reorder', 'reorderPinned', 'setColor'], throwing),
  /** Fail-closed on every address, as the contract has it where no composer answers. */
  composer: Object.freeze({
    getDraft: async () => null,
    setDraft: async () => false,
    insertText: async () => false,
    submit: () => false,
    focus: () => {},
  }),
})
