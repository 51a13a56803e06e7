import type { NotificationProvider } from '@refinedev/core'
import { translate } from '#admin/format/translate.ts'
import { currentSession } from '#admin/http/session.ts'
import { dismiss, toast } from '#admin/ui/toast/store.ts'

const shown = new Map<string, string>()

/**
 * Refine's notifications as toasts (TOAST-01). As Refine's own antd provider has it, `description` is the
 * title and `message` the text. Once the session has ended nothing is said: the sign-in page says it.
 */
export const notificationProvider: NotificationProvider = {
  open({ key, message, description, type }) {
    if (currentSession().status !== 'in') return
    const isError = type === 'error'
    const id = toast({
      title: description || translate(isError ? 'Error' : 'Success'),
      description: message,
      variant: isError ? 'destructive' : 'default',
    })
    if (key) shown.set(key, id)
  },

  close(key) {
    const id = shown.get(key)
    if (id === undefined) return
    shown.delete(key)
    dismiss(id)
  },
}
