import type { BaseKey, NotificationProvider, OpenNotificationParams } from '@refinedev/core'
import { translate } from '#admin/format/translate.ts'
import { currentSession } from '#admin/http/session.ts'
import { dismiss, type ToastAction, toast } from '#admin/ui/toast/store.ts'
import type { Resource } from '#model/resource.ts'
import { requestUndo } from './undo-requests.ts'

/** A notification about a write. With the id of its change, the toast offers Undo. */
export type Notification = OpenNotificationParams & {
  changeId?: string
  /** The change was itself an undo, so the toast offers Redo. */
  isUndo?: boolean
}

const shown = new Map<string, string>()

/** The last write, for Refine's own notification of it, which does not name the change. */
let lastChange: { resource: Resource; changeId: string } | undefined

export function noteChange(resource: Resource, changeId: string | undefined): void {
  lastChange = changeId === undefined ? undefined : { resource, changeId }
}

/** Keys of Refine's errors about records that were deleted in this console. */
const deleted = new Set<string>()

/** Suppresses Refine's error after a deletion: it reads the record again while a form still has its id. */
export function noteDeletion({ page }: Resource, id: BaseKey): void {
  deleted.add(`${id}-${page}-getOne-notification`)
}

/** Returns the change of one of Refine's own notifications, whose key ends with the resource's name. */
function takeChange({ key = '', type }: Notification): string | undefined {
  const { resource, changeId } = lastChange ?? {}
  const isIts = type === 'success' && resource && key.endsWith(`${resource.page}-notification`)
  if (!isIts) return undefined
  lastChange = undefined
  return changeId
}

/**
 * Shows Refine's notifications as toasts. As in Refine's antd provider, `description` is the title and `message`
 * the text. The toast of a write offers Undo. After the session has ended nothing is shown: the sign-in page
 * explains it.
 */
export const notificationProvider: NotificationProvider = {
  open(notification: Notification) {
    const { key, message, description, type, isUndo = false } = notification
    const changeId = notification.changeId ?? takeChange(notification)
    if (currentSession().status !== 'in' || (key && deleted.has(key))) return
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
    run: () => requestUndo({ changeId, isRedo }),
  }
}
