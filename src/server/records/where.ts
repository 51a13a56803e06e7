import { searchWords } from '#model/search.ts'
import { all, join, raw, type Sql, sql } from '#server/db/sql.ts'
import type { Columns } from './shape.ts'
import { isSeen, type Seen } from './sight.ts'

export type Filter =
  | { path: string; is: string }
  | { path: string; isAnyOf: readonly string[] }
  /** Holds this id somewhere at a path of references, stars and all. */
  | { path: string; refersTo: string }
  /** Says nothing there. */
  | { path: string; isEmpty: true }
  /** A stretch that may be open: `from` and `to` are within it, `until` is not. */
  | { path: string; from?: string; to?: string; until?: string }

/** What records are asked for by. */
export interface Narrowed {
  search?: string | undefined
  filters: readonly Filter[]
  /** Among the deleted ones. */
  deleted?: boolean | undefined
  /** Of records that are one person's each, those that somebody sees. */
  seen?: Seen | undefined
}

/** Which live records, or deleted ones, a search and filters leave. */
export function whereOf(columns: Columns, { search, filters, deleted, seen }: Narrowed): Sql {
  return all([
    deleted ? sql`t.deleted_at is not null` : sql`t.deleted_at is null`,
    ...wordConditions(search ?? ''),
    ...filters.flatMap((filter) => conditionsOf(columns, filter)),
    ...(seen ? [isSeen(columns, seen)] : []),
  ])
}

/** That the search text of t has each word of a search. */
export function wordConditions(search: string): Sql[] {
  return searchWords(search).map((word) => sql`t.search_text like ${`%${literal(word)}%`}`)
}

/** A text as a LIKE pattern that finds it literally. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function conditionsOf(columns: Columns, filter: Filter): Sql[] {
  if ('refersTo' in filter) return [holds(columns.value(filter.path), filter.refersTo)]
  if ('is' in filter) return [sql`${raw(columns.value(filter.path))} = ${filter.is}`]
  if ('isAnyOf' in filter) {
    const [one = '', ...others] = filter.isAnyOf
    const value = raw(columns.value(filter.path))
    // Of one value the index has the order of the list as well.
    return [
      others.length === 0
        ? sql`${value} = ${one}`
        : sql`${value} = any(${[...filter.isAnyOf]}::text[])`,
    ]
  }
  // What the index of the order holds: there, what says nothing has a value below all others.
  const key = raw(columns.sort(filter.path))
  const nothing = columns.nothing(filter.path)
  if ('isEmpty' in filter) return [sql`${key} = ${nothing}`]
  const { from, to, until } = filter
  return [
    from === undefined ? sql`${key} > ${nothing}` : sql`${key} >= ${from}`,
    ...(to === undefined ? [] : [sql`${key} <= ${to}`]),
    ...(until === undefined ? [] : [sql`${key} < ${until}`]),
  ]
}

/** The condition that a list of references holds this id. */
export function holds(list: string, id: string): Sql {
  return sql`${raw(list)} @> array[${id}]::text[]`
}

/** Any of these conditions. */
export function anyOf(conditions: readonly Sql[]): Sql {
  return sql`(${join(conditions, ' or ')})`
}
