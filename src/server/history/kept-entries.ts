import type { EntryAction } from '#contract/changes.ts'
import { type FieldChanges, fieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { pathByNewName, withNewNames } from '#server/db/renamed.ts'
import type { Data } from '#server/records/shape.ts'

/** An entry of the history: what a change did to one record, under the present names of its resource. */
export interface KeptEntry {
  resource: string
  recordId: string
  version: number
  action: EntryAction
  at: string
  actorId: string | null
  /** All that the record held after it, of a deletion before it. */
  data: Data
  /** Of an update: what each field was and is. */
  fields: FieldChanges
}

/** A row of the query. What is older than `fields` has what the record held before instead. */
export type EntryRow<Entry extends KeptEntry = KeptEntry> = Omit<Entry, 'fields'> & {
  fields: FieldChanges | null
  before: Data | null
}

/** What to select of `history h` for it, but when it was. */
export const ENTRY = `h.resource, h.record_id as "recordId", h.version, h.action,
  h.actor_id as "actorId", h.data, h.fields,
  case when h.fields is null and h.action = 'update' then (
    select b.data from history b where b.resource = h.resource and b.record_id = h.record_id
      and b.version < h.version order by b.version desc limit 1
  ) end as before`

/** The change that an entry is of: one that is older than changes is its own. */
export const CHANGE_OF_ENTRY = 'coalesce(h.change_id, h.id)'

/** Gives what reads a row of that query, for the resources that there are. */
export function entryReader(registry: readonly Resource[]) {
  const byName = new Map(registry.map((resource) => [resource.name, resource]))

  return <Entry extends KeptEntry>({ before, fields, ...row }: EntryRow<Entry>) => {
    const resource = byName.get(row.resource)
    const named = (data: Data) => (resource ? withNewNames(resource, data) : data)
    const data = named(row.data)
    const changed = (): FieldChanges => {
      if (row.action !== 'update') return {}
      if (!fields) return before ? fieldChanges(named(before), data) : {}
      if (!resource) return fields
      return Object.fromEntries(
        Object.entries(fields).map(([path, change]) => [pathByNewName(resource, path), change]),
      )
    }
    return { ...row, data, fields: changed() }
  }
}
