import type { Unique } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { columnsOf, type Data, tableName, uniqueParts } from './shape.ts'

/** A value that has to be unique, and its holder. */
export interface UniqueHolder {
  /** The position of the row. */
  place: number
  /** The value as the rule compares it: values with the same key conflict. */
  key: string
  /** The live record that currently has the value. */
  holder: string | null
}

/** Finds the current holders of unique values before they are written. Skips rows to which the rule does not apply. */
export function uniqueHolders(
  runner: Runner,
  resource: Resource,
  rule: Unique,
  rows: readonly Data[],
): Promise<UniqueHolder[]> {
  const [own, given] = [valuesOf(resource, rule, 't'), valuesOf(resource, rule, 'n', 'json')]
  const isAlike = own.parts.map((part, at) => `${part} = ${given.parts[at]}`).join(' and ')
  const list = rows.map((data, place) => ({ place, data }))
  return rowsOf<UniqueHolder>(
    runner,
    sql`select n.place, ${raw(`jsonb_build_array(${given.parts.join(', ')})::text`)} as key, t.id as holder
      from json_to_recordset(${JSON.stringify(list)}::json) as n(place int, data jsonb)
      left join ${raw(tableName(resource))} t on t.deleted_at is null
        and ${raw(isAlike)} ${raw(own.isApplied)}
      where ${raw(given.isWhole)} ${raw(given.isApplied)} order by n.place`,
  )
}

/** The most records with shared values that are read. */
const MOST_SHARING = 1000

/** Finds and counts live records that violate a unique rule. Reads the JSON, because the columns may not exist yet. */
export async function sharedValues(runner: Runner, resource: Resource, rule: Unique) {
  const table = raw(tableName(resource))
  const { parts, isWhole, isApplied } = valuesOf(resource, rule, 't', 'json')
  const rows = await rowsOf<{ id: string; data: Data; count: number }>(
    runner,
    // Sorts only ids, and reads the data only for the first records.
    sql`select t.id::text, t.data, first.count from (
        select id, count(*) over ()::int as count from (
          select t.id, count(*) over (partition by ${raw(parts.join(', '))}) as sharing
          from ${table} t
          where t.deleted_at is null and ${raw(isWhole)} ${raw(isApplied)}) as t
        where sharing > 1 order by id limit ${MOST_SHARING}) as first
      join ${table} t on t.id = first.id order by first.id`,
  )
  return { rows, count: rows[0]?.count ?? 0 }
}

/** Returns the SQL of the values of a rule, and the conditions that none is absent and that the rule applies. */
function valuesOf(resource: Resource, rule: Unique, alias: string, source?: 'json') {
  const columns = columnsOf(resource, alias, source)
  const parts = uniqueParts(columns, rule)
  const isWhole = parts.map((part) => `${part} is not null`).join(' and ')
  const { only, path } = rule
  const isApplied = only === undefined ? '' : `and ${columns.value(path)} = ${quote(String(only))}`
  return { parts, isWhole, isApplied }
}
