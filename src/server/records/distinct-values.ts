import type { Resource } from '#model/resource.ts'
import { type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { columnsOf, shapeOf, TEXT_ORDER } from './shape.ts'

/** How many values an answer holds. */
const MOST_VALUES = 100
/** How many values are looked at, and how many uses of each are counted: enough to suggest by. */
const SEEN = 500
const COUNTED = 1000

/**
 * The distinct texts at a declared filter of live records, most used first, at most MOST_VALUES.
 * Each value is one step in the filter's index: `distinct` would read the whole table.
 */
export async function valuesOf(
  runner: Runner,
  resource: Resource,
  path: string,
): Promise<string[]> {
  const shape = shapeOf(resource)
  const table = raw(shape.table)
  const at = raw(columnsOf(resource).value(path))
  const next = (after: Sql) =>
    sql`select ${at} from ${table} where deleted_at is null and ${at} > ${after} order by ${at} limit 1`
  const rows = await rowsOf<{ value: string }>(
    runner,
    sql`
    with recursive seen(value, n) as (
      select (${next(sql`''`)}), 1
      union all
      select (${next(sql`seen.value`)}), seen.n + 1 from seen
      where seen.value is not null and seen.n < ${SEEN}
    )
    select value from seen, lateral (
      select count(*) as uses from (
        select 1 from ${table} where deleted_at is null and ${at} = seen.value limit ${COUNTED}
      ) as counted
    ) as used
    where value is not null order by uses desc, value collate ${raw(TEXT_ORDER)} limit ${MOST_VALUES}`,
  )
  return rows.map(({ value }) => value)
}
