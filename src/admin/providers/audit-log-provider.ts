import type { AuditLogProvider, BaseKey } from '@refinedev/core'
import type { ChangeLine, HistoryLine } from '#contract/changes.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { readChanges, readHistory } from './changes.ts'

/** An entry of the log, as Refine's `useLogList` gives it. */
interface LogEntry {
  id: string
  createdAt: string
  author?: { id: string; name: string }
  action: string
  resource: string
  /** The changed fields by dotted path, after and before the change. Empty for a change of several records. */
  data: Record<string, unknown>
  previousData: Record<string, unknown>
  meta: Record<string, unknown>
}

/**
 * Refine's audit log on `/changes`. `useLogList` gives the latest changes of a resource, or with `meta.id` those of one
 * record; `meta.page` counts from 1 and `author.id` filters by user. The server writes the log with each change.
 */
export function auditLogProvider(registry: readonly Resource[]): AuditLogProvider {
  const provider: Pick<AuditLogProvider, 'get'> = {
    async get({ resource: name, action, author, meta = {} }): Promise<LogEntry[]> {
      const resource = registry.find((one) => one.name === name || one.page === name)
      if (!resource) throw new Error(`There is no resource '${name}'`)
      const page = Number(meta.page ?? 1)
      const id = meta.id as BaseKey | undefined
      const entries =
        id === undefined
          ? (await readChanges(queryOf(resource, page, author?.id))).changes.map((line) =>
              entryOfChange(resource, line),
            )
          : (await readHistory(resource, String(id), page)).history.map((line) =>
              entryOfRecord(resource, String(id), line),
            )
      return entries.filter((entry) => action === undefined || entry.action === action)
    },
  }
  // Refine calls only what a provider has, although its type asks for `create` and `update` as well.
  return provider as AuditLogProvider
}

function queryOf({ name: resource }: Resource, page: number, actor: unknown) {
  return { resource, page: String(page), ...(typeof actor === 'string' && { actor }) }
}

function entryOfChange({ name }: Resource, line: ChangeLine): LogEntry {
  const { id, at, by, counts, records, via, canUndo } = line
  const action = counts.find(({ resource }) => resource === name)?.action ?? 'update'
  return {
    ...{ id, createdAt: at, action, resource: name, data: {}, previousData: {} },
    ...(by && { author: by }),
    meta: { records, via, canUndo },
  }
}

function entryOfRecord({ name }: Resource, record: string, line: HistoryLine): LogEntry {
  const { change, at, by, action, fields, version, via, canUndo } = line
  return {
    ...{ id: change, createdAt: at, action, resource: name },
    ...{ data: valuesOf(fields, 'is'), previousData: valuesOf(fields, 'was') },
    ...(by && { author: by }),
    meta: { id: record, version, via, canUndo },
  }
}

function valuesOf(fields: FieldChanges, side: 'was' | 'is'): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([path, change]) => [path, change[side]]))
}
