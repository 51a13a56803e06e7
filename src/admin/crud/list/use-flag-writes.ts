import { useNotification } from '@refinedev/core'
import { useRef, useState } from 'react'
import { hasChanges } from '#admin/http/session.ts'
import { questionOf } from '#admin/providers/rights.ts'
import { save } from '#admin/providers/versioned-write.ts'
import type { Row } from '#model/declaration.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { failed, goneText, succeeded } from '../notices.ts'
import { useVersionedWrite } from '../use-versioned-write.ts'

/** A flag of a record that was set from its row, until the list shows it. */
interface Setting {
  version: unknown
  isSending: boolean
}

export interface FlagWrites {
  /** Whether whoever is here may set it in this row. */
  may: (row: Row, path: string) => boolean
  isSending: (row: Row, path: string) => boolean
  /** Turns the flag round, with that field alone. */
  turn: (row: Row, path: string) => Promise<void>
}

/**
 * Flags that the edit form has are set in their row, by one request. What it shows changes once the server has it.
 * Undefined where the backend is not ours: another one may take a part of a record for all of it.
 */
export function useFlagWrites(resource: Resource): FlagWrites | undefined {
  const writes = useVersionedWrite(resource, (row) => row)
  const { open: notify } = useNotification()
  const [settings, setSettings] = useState<ReadonlyMap<string, Setting>>(new Map())
  const sent = useRef(new Set<string>())
  if (!hasChanges()) return undefined

  const turn = async (row: Row, path: string) => {
    const key = keyOf(row, path)
    // A second press may come before anything is drawn.
    if (sent.current.has(key)) return
    sent.current.add(key)
    setSettings((known) => new Map(known).set(key, { version: row.version, isSending: true }))
    const { messages } = resource
    const done = await save<Row, boolean>(row, getAt(row, path) !== true, {
      ...writes.latest(row.id),
      send: (base, value) => writes.put(base, setAt({}, path, value)),
      rebase: (_base, change, theirs) => ({
        change,
        is: getAt(theirs, path) === change ? 'saved' : 'open',
      }),
    })
    sent.current.delete(key)
    const isDone = done.kind === 'saved'
    setSettings((known) => {
      const next = new Map(known)
      // The row shows the flag as it was until the list has come anew.
      if (isDone) next.set(key, { version: row.version, isSending: false })
      else next.delete(key)
      return next
    })
    if (done.kind === 'saved') notify?.(succeeded(messages.updated, done.changeId))
    else {
      const notice = failed(done.error, messages.updateFailed, resource)
      notify?.(done.kind === 'gone' ? { ...notice, message: goneText(resource) } : notice)
    }
  }

  return {
    may: (row, path) =>
      resource.actions.includes('edit') &&
      resource.fields.some(
        (one) => one.kind === 'boolean' && one.path === path && one.on !== 'create',
      ) &&
      questionOf(resource, 'edit', row)?.queryOptions.initialData.can !== false,
    isSending: (row, path) => {
      const setting = settings.get(keyOf(row, path))
      return setting !== undefined && setting.version === row.version
    },
    turn,
  }
}

function keyOf({ id }: Row, path: string): string {
  return `${id} ${path}`
}
