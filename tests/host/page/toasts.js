export function notify(input) {
  record.toasts.push(input)
  return input.id ?? 'toast'
}
export const dismiss = (id) => void record.dismissed.push(id)
export const actionsGone = (source) => void record.actionsGone.push(source)
export const notifyError = (error, fallback) => void record.errors.push(String(fallback ?? error))
