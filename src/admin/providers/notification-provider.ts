import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'
import { translate } from '#admin/format/translate.ts'
import { currentSession } from '#admin/http/session.ts'
import { dismiss, type ToastAction, toast } from '#admin/ui/toast/store.ts'
import { wantUndo } from './wanted-undo.ts'

/** A notification about a write. With the id of its change, the toast offers Undo. */
export type Notification = OpenNotificationParams & {
  changeId?: string
  /** The change was itself an undo, so the toast offers Redo. */
  isUndo?: boolean
}

const shown = new Map<string, string>()

/**
 * Shows Refine's notifications as toasts. As in Refine's own antd provider, `description` is the title and `message`
 * the text. After the session has ended nothing is shown: the sign-in page says why.
 */
export const notificationProvider: NotificationProvider = {
  open({ key, message, description, type, changeId, isUndo = false }: Notification) {
    if (currentSession().status !== 'in') return
    const isError = type === 'error'
    const id = toast({
      title: description || translate(isError ? 'Error' : 'Success'),
      description: message,
      variant: isError ? 'destructive' : 'default',
      action: changeId === undefined ? undefined : undoAction(changeId, isUndo),
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

function undoAction(changeId: string, isRedo: boolean): ToastAction {
  return {
    label: translate(isRedo ? 'Redo' : 'Undo'),
    run: () => wantUndo({ changeId, isRedo }),
  }
}
