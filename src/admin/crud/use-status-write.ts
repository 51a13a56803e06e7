import { type HttpError, useUpdate } from '@refinedev/core'
import { hasChanges } from '#admin/http/session.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import type { Row } from '#model/declaration.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { failed, succeeded } from './notices.ts'
import { statusPath } from './status-field.ts'

/** Sets whether a record is active, by an update of that field alone. */
export interface StatusWrite {
  /**
   * Whether the record is active, where the session's role may change that. Undefined otherwise, and on a backend
   * that is not ours, which may take a part of a record for all of it.
   */
  statusOf: (row: Row) => boolean | undefined
  isSending: (row: Row) => boolean
  /** Writes the other status at once. */
  turn: (row: Row) => void
}

export function useStatusWrite(resource: Resource): StatusWrite {
  const { mutate, mutation } = useUpdate<Row, HttpError>()
  const path = statusPath(resource)
  const { messages } = resource
  const isSending = ({ id }: Row) => mutation.isPending && mutation.variables?.id === id

  return {
    statusOf(row) {
      const status = path === undefined ? undefined : getAt(row, path)
      const isOffered = typeof status === 'boolean' && hasChanges() && mayDo(resource, 'edit', row)
      return isOffered ? status : undefined
    },
    isSending,
    turn(row) {
      if (path === undefined || isSending(row)) return
      mutate({
        resource: resource.page,
        id: row.id,
        values: setAt({}, path, getAt(row, path) !== true),
        meta: { base: row },
        mutationMode: 'pessimistic',
        invalidates: ['list', 'many'],
        successNotification: (answer) =>
          succeeded(messages.updated, (answer as { changeId?: string } | undefined)?.changeId),
        errorNotification: (error) =>
          failed(error as HttpError | undefined, messages.updateFailed, resource),
      })
    },
  }
}
