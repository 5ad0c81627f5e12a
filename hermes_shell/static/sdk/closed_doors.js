/** Members of `host` that talk to chats or a composer, while nothing answers them: each is closed in its own way (placeholders.js). */
import { rejecting, throwing } from './placeholder.js'

/** @param {readonly string[]} names */
const rejectingAll = (names) => Object.fromEntries(names.map((name) => [name, rejecting(`host.${name}`)]))

export const closedDoors = Object.freeze({
  focusOpenWorkspaceSession: () => null,
  setWorkspaceScope: () => false,
  setWorkspaceOwnerLabel: throwing('host.setWorkspaceOwnerLabel'),
  ...rejectingAll(['newChat', 'openSession']),
  /** Fail-closed on every address, as the contract has it where no composer answers. */
  composer: Object.freeze({
    getDraft: async () => null,
    setDraft: async () => false,
    insertText: async () => false,
    submit: () => false,
    focus: () => {},
  }),
})
