import type { Unique } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { type Columns, columnsOf, type Data, shapeOf, uniqueParts } from './shape.ts'

/** A value that has to be unique, and its holder. */
export interface UniqueHolder {
  /** The row's place. */
  place: number
  /** The value as the rule compares it: values with the same key conflict. */
  key: string
  /** The live record that has the value now. */
  holder: string | null
}

/** Finds the holders of unique values that are to be written. */
export function createUniqueHolders(resource: Resource) {
  const table = raw(shapeOf(resource).table)
  const own = columnsOf(resource, 't')
  const given = columnsOf(resource, 'n', 'json')
  return {
    /** Skips rows to which the rule does not apply. */
    of(runner: Runner, rule: Unique, rows: readonly Data[]): Promise<UniqueHolder[]> {
      const parts = uniqueParts(given, rule)
      const list = rows.map((data, place) => ({ place, data }))
      return rowsOf<UniqueHolder>(
        runner,
        sql`select n.place, ${raw(`jsonb_build_array(${parts.join(', ')})::text`)} as key, t.id as holder
          from json_to_recordset(${JSON.stringify(list)}::json) as n(place int, data jsonb)
          left join ${table} t on t.deleted_at is null
            and ${raw(isAlike(uniqueParts(own, rule), parts))} ${raw(applies(own, rule))}
          where ${raw(isWhole(parts))} ${raw(applies(given, rule))} order by n.place`,
      )
    },
  }
}

/** The most records that share values and are read. */
const MOST_SHARING = 1000

/**
 * Finds live records that share their value with another against a rule, and counts them. It reads the JSON: the
 * columns may not exist yet.
 */
export async function sharedValues(runner: Runner, resource: Resource, rule: Unique) {
  const table = raw(shapeOf(resource).table)
  const columns = columnsOf(resource, 't', 'json')
  const parts = uniqueParts(columns, rule)
  const rows = await rowsOf<{ id: string; data: Data; count: number }>(
    runner,
    // Only ids are sorted. The data is read for the first records alone.
    sql`select t.id::text, t.data, first.count from (
        select id, count(*) over ()::int as count from (
          select t.id, count(*) over (partition by ${raw(parts.join(', '))}) as sharing
          from ${table} t
          where t.deleted_at is null and ${raw(isWhole(parts))} ${raw(applies(columns, rule))}) as t
        where sharing > 1 order by id limit ${MOST_SHARING}) as first
      join ${table} t on t.id = first.id order by first.id`,
  )
  return { rows, count: rows[0]?.count ?? 0 }
}

/** The condition that all values of one record equal those of the other. */
function isAlike(parts: readonly string[], others: readonly string[]): string {
  return parts.map((part, place) => `${part} = ${others[place]}`).join(' and ')
}

/** The condition that a rule applies at all: none of its values is absent. */
function isWhole(parts: readonly string[]): string {
  return parts.map((part) => `${part} is not null`).join(' and ')
}

/** The condition of a rule that holds for some records only. */
function applies(columns: Columns, { path, only }: Unique): string {
  return only === undefined ? '' : `and ${columns.value(path)} = ${quote(String(only))}`
}
