import { searchWords } from '#model/search.ts'
import { quote } from '#server/db/json-sql.ts'
import { all, join, raw, type Sql, sql } from '#server/db/sql.ts'
import type { Columns } from './shape.ts'

export type Filter =
  | { path: string; is: string }
  | { path: string; isAnyOf: readonly string[] }
  /** Contains this id somewhere at a path of references, stars and all. */
  | { path: string; refersTo: string }
  /** Has no value at the path. */
  | { path: string; isEmpty: true }
  /** A range, open where an end is absent. It includes `from` and `to`, and excludes `until`. */
  | { path: string; from?: string | undefined; to?: string | undefined; until?: string | undefined }

/** Which records a query selects. */
export interface Narrowed {
  search?: string | undefined
  filters: readonly Filter[]
  /** Selects among these records only. */
  ids?: readonly string[] | undefined
  /** Selects deleted records instead of live ones. */
  deleted?: boolean | undefined
  /** Limits the records to those that the user sees, where each belongs to one person. */
  scope?: RowScope | undefined
}

/** Which records of a resource a user sees, where each belongs to one person. */
export interface RowScope {
  /** The user's id. */
  person: string
  /** Keys of the record: the owner's id, whether it is shared, and the resource that it is about. */
  owner: string
  shared?: string | undefined
  of?: string | undefined
  /** The resources that `of` may name; all where it is absent. */
  among?: readonly string[] | undefined
}

/** Which entries of the audit log a user sees. */
export interface LogScope {
  /** The resources whose entries are visible; all, removed ones included, where it is absent. */
  names?: readonly string[] | undefined
  /** The row scope of each resource whose records belong to one person each. */
  own: ReadonlyMap<string, RowScope>
}

/** Returns the condition of a query on table `t`. */
export function whereOf(
  columns: Columns,
  { search = '', filters, ids, deleted, scope }: Narrowed,
): Sql {
  return all([
    ...(ids ? [sql`t.id = any(${ids}::uuid[])`] : []),
    deleted ? sql`t.deleted_at is not null` : sql`t.deleted_at is null`,
    ...wordConditions(search),
    ...filters.flatMap((filter) => conditionsOf(columns, filter)),
    ...(scope ? [inScope(columns.value, scope)] : []),
  ])
}

/** Returns a condition for each word of a search on the search text of table `t`. */
export function wordConditions(search: string): Sql[] {
  return searchWords(search).map((word) => sql`t.search_text like ${`%${literal(word)}%`}`)
}

/** Escapes a text for a LIKE pattern. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function conditionsOf(columns: Columns, filter: Filter): Sql[] {
  const { path } = filter
  if ('refersTo' in filter) return [holds(columns.value(path), sql`${filter.refersTo}`)]
  if ('is' in filter || 'isAnyOf' in filter) {
    const value = raw(columns.value(path))
    const [one, ...others] = 'is' in filter ? [filter.is] : filter.isAnyOf
    // With a single value, the filter's index also has the order of the list.
    return [
      others.length === 0
        ? sql`${value} = ${one}`
        : sql`${value} = any(${[one, ...others]}::text[])`,
    ]
  }
  // The sort key has an index, and absent values come first in it.
  const key = raw(columns.sort(path))
  const nothing = columns.nothing(path)
  if ('isEmpty' in filter) return [sql`${key} = ${nothing}`]
  const { from, to, until } = filter
  return [
    from === undefined ? sql`${key} > ${nothing}` : sql`${key} >= ${from}`,
    ...(to === undefined ? [] : [sql`${key} <= ${to}`]),
    ...(until === undefined ? [] : [sql`${key} < ${until}`]),
  ]
}

/** Returns the condition that a list of references contains an id. */
export function holds(list: string, id: Sql): Sql {
  return sql`${raw(list)} @> array[${id}]::text[]`
}

export function anyOf(conditions: readonly Sql[]): Sql {
  return sql`(${join(conditions, ' or ')})`
}

/** Returns the condition on audit log entries `h` for what a user sees, by the record as it was then. */
export function isEntrySeen({ names, own }: LogScope): Sql {
  const value = (key: string) => `h.data ->> ${quote(key)}`
  return all([
    names ? sql`h.resource = any(${names}::text[])` : raw('true'),
    ...[...own].map(
      ([name, scope]) => sql`(h.resource <> ${name} or (${inScope(value, scope)}) is true)`,
    ),
  ])
}

/** `value` returns the SQL of a key's value. */
function inScope(
  value: (key: string) => string,
  { person, owner, shared, of, among }: RowScope,
): Sql {
  const isOwn = sql`${raw(value(owner))} = ${person}`
  const isSeen = shared ? anyOf([isOwn, raw(`${value(shared)} = 'true'`)]) : isOwn
  return of && among ? sql`${isSeen} and ${raw(value(of))} = any(${among}::text[])` : isSeen
}
