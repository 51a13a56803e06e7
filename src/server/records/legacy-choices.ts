import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { columnsOf, shapeOf } from './shape.ts'

/** Choices that records have and the declaration no longer offers: lists can still be filtered by them. */
export interface LegacyChoices {
  has(resource: string, path: string, value: string): boolean
}

/** So many choices in use are looked at, a step in the filter's index each. */
const SEEN = 50

/** Finds the choices in use that are no longer offered, by which lists are filtered. */
export async function readLegacyChoices(
  runner: Runner,
  registry: readonly Resource[],
): Promise<LegacyChoices> {
  const found = new Set<string>()
  for (const resource of registry)
    for (const path of resource.filters)
      for (const value of await legacyIn(runner, resource, path))
        found.add(JSON.stringify([resource.name, path, value]))
  return { has: (...choice) => found.has(JSON.stringify(choice)) }
}

async function legacyIn(runner: Runner, resource: Resource, path: string): Promise<string[]> {
  const choices = describe(resource.row, path)?.choices
  if (!choices) return []
  const table = raw(shapeOf(resource).table)
  const at = raw(columnsOf(resource).value(path))
  const rows = await rowsOf<{ value: string }>(
    runner,
    sql`with recursive seen(value, n) as (
        select (select min(${at}) from ${table} where deleted_at is null), 1
        union all
        select (select min(${at}) from ${table} where deleted_at is null and ${at} > seen.value), n + 1
        from seen where seen.value is not null and n < ${SEEN}
      )
      select value from seen where value <> all(${['', ...choices.map((one) => one.value)]}::text[])`,
  )
  return rows.map(({ value }) => value)
}
