/** The app's words in English; what every other language falls back to. */

/** @type {import('./messages.js').Messages} */
export const ENGLISH = Object.freeze({
  common: Object.freeze({
    actions: 'Actions',
    cancel: 'Cancel',
    clear: 'Clear',
    close: 'Close',
    confirm: 'Confirm',
    copied: 'Copied',
    copy: 'Copy',
    copyFailed: 'Copying failed',
    delete: 'Delete',
    done: 'Done',
    loading: 'Loading',
    retry: 'Retry',
    save: 'Save',
    search: 'Search',
    typeToConfirm: 'Type {0} to confirm',
    working: 'Working…',
  }),
})
