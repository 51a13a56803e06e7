import { quote } from '#server/db/json-sql.ts'
import { all, raw, type Sql, sql } from '#server/db/sql.ts'
import type { Columns } from './shape.ts'

/** Which records of a resource somebody sees, where each is one person's own. */
export interface Seen {
  /** The id of whoever looks. */
  person: string
  /** Keys of the record: the owner's id, whether it is shared, and the resource that it is of. */
  owner: string
  shared?: string | undefined
  of?: string | undefined
  /** Of records of these resources alone; of all where it is absent. */
  among?: readonly string[] | undefined
}

/** What somebody sees of all that is written. */
export interface Sight {
  /** Records of these resources alone; of all, and of those that are no more, where it is absent. */
  names?: readonly string[] | undefined
  /** By resource, where each record is one person's own. */
  own: ReadonlyMap<string, Seen>
}

/** The condition of the records that are seen. */
export function isSeen(columns: Columns, { person, owner, shared, of, among }: Seen): Sql {
  const own = sql`${raw(columns.value(owner))} = ${person}`
  const isShared = shared === undefined ? raw('false') : raw(`${columns.value(shared)} is true`)
  const isOf =
    of === undefined || among === undefined
      ? raw('true')
      : sql`${raw(columns.value(of))} = any(${[...among]}::text[])`
  return sql`(${own} or ${isShared}) and ${isOf}`
}

/** The condition of the entries of the history that are seen, by what the record held then. */
export function isEntrySeen({ names, own }: Sight, alias = 'h'): Sql {
  const resource = raw(`${alias}.resource`)
  return all([
    names ? sql`${resource} = any(${[...names]}::text[])` : raw('true'),
    ...[...own].map(([name, { person, owner, shared, of, among }]) => {
      const text = (key: string) => raw(`${alias}.data ->> ${quote(key)}`)
      const isShared = shared === undefined ? raw('false') : sql`${text(shared)} = 'true'`
      const isOf =
        of === undefined || among === undefined
          ? raw('true')
          : sql`${text(of)} = any(${[...among]}::text[])`
      return sql`(${resource} <> ${name} or ((${text(owner)} = ${person} or ${isShared}) and ${isOf}) is true)`
    }),
  ])
}
