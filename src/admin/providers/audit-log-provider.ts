import type { AuditLogProvider } from '@refinedev/core'
import type { Pagination } from '#contract/api.ts'
import type { ChangeLine, EntryAction, HistoryLine } from '#contract/changes.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { readChange, readChanges, readHistory } from './changes.ts'

/** A page of the log, the result of Refine's `useLogList`. */
export interface LogPage {
  entries: readonly LogEntry[]
  pagination: Pagination
}

/** A change set, or its effect on one record. */
export interface LogEntry {
  id: string
  createdAt: string
  author?: { id: string; name: string }
  action: EntryAction
  resource: string
  /** The changed fields by dotted path, after and before the change. Empty for a change of several records. */
  data: Record<string, unknown>
  previousData: Record<string, unknown>
  meta: Pick<ChangeLine, 'via' | 'provider' | 'canUndo' | 'undoneBy'> & {
    /** For a change set: the counts of its records, and the first of them. */
    counts: ChangeLine['counts']
    records: ChangeLine['records']
    /** For a single record: its id. */
    id?: string
  }
}

/**
 * Refine's audit log on `/changes`. `useLogList` returns a page of a resource's latest changes, or of all for the
 * name ''. `meta.id` limits it to one record; `meta.change` returns the effects of one change. `meta.page` starts
 * at 1; `author.id` and `meta.filters` narrow the log. The server writes the log with each change.
 */
export function auditLogProvider(registry: readonly Resource[]): AuditLogProvider {
  const provider: Pick<AuditLogProvider, 'get'> = {
    async get({ resource: name, author, meta = {} }): Promise<LogPage> {
      const { id, change, filters = {}, page = 1 } = meta as LogMeta
      const resource = registry.find((one) => one.name === name || one.page === name)
      if (!resource && name !== '') throw new Error(`There is no resource '${name}'`)
      if (change !== undefined) {
        const { items, pagination } = await readChange(change, page)
        const entries = items.map((item) => entryOfRecord(item.resource, item, item))
        return { entries, pagination }
      }
      if (resource && id !== undefined) {
        const { history, pagination } = await readHistory(resource, id, page)
        const entries = history.map((line) => entryOfRecord(resource.name, line, { id, name: '' }))
        return { entries, pagination }
      }
      const { changes, pagination } = await readChanges({
        ...(resource && { resource: resource.name }),
        ...(typeof author?.id === 'string' && { actor: author.id }),
        ...filters,
        page: String(page),
      })
      return { entries: changes.map((line) => entryOfChange(line, name)), pagination }
    },
  }
  // Refine calls only methods that exist, although its type requires `create` and `update`.
  return provider as AuditLogProvider
}

interface LogMeta {
  id?: string
  change?: string
  filters?: Readonly<Record<string, string>>
  page?: number
}

function entryOfChange(line: ChangeLine, asked: string): LogEntry {
  const { id, at, by, ...meta } = line
  const { resource, action } = meta.counts.find((one) => one.resource === asked) ??
    meta.counts[0] ?? { resource: asked, action: 'update' as const }
  return {
    ...{ id, createdAt: at, action, resource, data: {}, previousData: {}, meta },
    ...(by && { author: by }),
  }
}

function entryOfRecord(
  resource: string,
  line: HistoryLine,
  { id, name }: { id: string; name: string },
): LogEntry {
  const { change, at, by, action, fields, ...meta } = line
  const record = { resource, id, name, action, isLive: action !== 'delete' && action !== 'erase' }
  return {
    ...{ id: change, createdAt: at, action, resource },
    ...{ data: valuesOf(fields, 'is'), previousData: valuesOf(fields, 'was') },
    ...(by && { author: by }),
    meta: { ...meta, id, counts: [{ resource, action, count: 1 }], records: [record] },
  }
}

function valuesOf(fields: FieldChanges, side: 'was' | 'is'): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([path, change]) => [path, change[side]]))
}
