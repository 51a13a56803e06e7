import type { EntryAction } from '#contract/changes.ts'
import { type FieldChanges, fieldChanges } from '#model/field-changes.ts'
import type { Data } from '#server/records/shape.ts'

/** An entry of the history: what a change did to one record. */
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

/** Reads a row of that query. */
export function readEntry<Entry extends KeptEntry>({ before, fields, ...row }: EntryRow<Entry>) {
  const changed = (): FieldChanges => {
    if (row.action !== 'update') return {}
    return fields ?? (before ? fieldChanges(before, row.data) : {})
  }
  return { ...row, fields: changed() }
}
