import { useNotification } from '@refinedev/core'
import { useRef, useState } from 'react'
import { hasChanges } from '#admin/http/session.ts'
import { save } from '#admin/providers/versioned-write.ts'
import type { Row } from '#model/declaration.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { mayDo } from './may-do.ts'
import { failed, goneText, succeeded } from './notices.ts'
import { statusPath } from './status-field.ts'
import { useVersionedWrite } from './use-versioned-write.ts'

/** Sets whether a record is active, by a write of that field alone. */
export interface StatusWrite {
  /**
   * Whether the record is active, where the session's role may change that. Undefined otherwise, and on a backend
   * that is not ours, which may take a part of a record for all of it.
   */
  statusOf: (row: Row) => boolean | undefined
  /** Until the list shows what was written. */
  isSending: (row: Row) => boolean
  /** Writes the other status at once. */
  turn: (row: Row) => Promise<void>
}

export function useStatusWrite(resource: Resource): StatusWrite {
  const writes = useVersionedWrite(resource, (row) => row)
  const { open: notify } = useNotification()
  /** The version of each record that is being written, or that the list still shows. */
  const [sending, setSending] = useState<ReadonlyMap<string, unknown>>(new Map())
  const sent = useRef(new Set<string>())
  const path = statusPath(resource)
  const { messages } = resource

  return {
    statusOf(row) {
      const status = path === undefined ? undefined : getAt(row, path)
      const isOffered = typeof status === 'boolean' && hasChanges() && mayDo(resource, 'edit', row)
      return isOffered ? status : undefined
    },
    isSending: ({ id, version }) => sending.has(id) && sending.get(id) === version,
    async turn(row) {
      // A second press may come before anything is drawn.
      if (path === undefined || sent.current.has(row.id)) return
      sent.current.add(row.id)
      setSending((known) => new Map(known).set(row.id, row.version))
      const done = await save<Row, boolean>(row, getAt(row, path) !== true, {
        ...writes.latest(row.id),
        send: (base, value) => writes.put(base, setAt({}, path, value)),
        rebase: (_base, change, theirs) => ({
          change,
          is: getAt(theirs, path) === change ? 'saved' : 'open',
        }),
      })
      sent.current.delete(row.id)
      if (done.kind === 'saved') return notify?.(succeeded(messages.updated, done.changeId))
      setSending((known) => new Map([...known].filter(([id]) => id !== row.id)))
      const notice = failed(done.error, messages.updateFailed, resource)
      notify?.(done.kind === 'gone' ? { ...notice, message: goneText(resource) } : notice)
    },
  }
}
