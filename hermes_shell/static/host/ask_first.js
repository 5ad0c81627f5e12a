/** A question before something that costs or opens something: a dialog, and its answer as a promise. */
import { createElement as h } from '../vendor/react.js'
import { ConfirmDialog } from '../sdk/kit/confirm_dialog.js'
import { mountIsland } from './islands.js'

/**
 * @param {{ title: string, description: import('react').ReactNode, confirmLabel: string, destructive?: boolean }} question
 * @returns {Promise<boolean>} false also for a dialog that was closed without an answer
 */
export function askFirst(question) {
  return new Promise((resolve) => {
    let yes = false
    const unmount = mountIsland(
      h(ConfirmDialog, {
        ...question,
        open: true,
        dismissOnConfirm: true,
        onConfirm: () => resolve((yes = true)),
        onClose: () => {
          unmount()
          // A yes closes the dialog before it is told.
          setTimeout(() => yes || resolve(false))
        },
      }),
    )
  })
}
