import type { Resource } from '#model/resource.ts'
import type { Filled } from '#server/db/filled.ts'
import { join, type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { referrersTo } from './referrers.ts'
import { isId } from './shape.ts'
import type { MayKnow } from './used-by.ts'

/** By the name of each resource that refers to a record: how many of its live records do. */
export type UseCounts = Readonly<Record<string, number>>

/**
 * Makes what counts, for a page of records at once, who refers to each: one query, and in it for each record a look
 * into the index of each reference. Paths that whoever asks may not know of are left out.
 */
export function createUseCounts(pool: Runner, registry: readonly Resource[], filled: Filled) {
  const referrers = new Map(registry.map(({ name }) => [name, referrersTo(name, registry)]))

  return async (
    to: string,
    ids: readonly string[],
    mayKnow: MayKnow,
  ): Promise<ReadonlyMap<string, UseCounts>> => {
    const asked = (referrers.get(to) ?? []).flatMap(({ resource, table, paths, ids: columns }) => {
      const known = paths.filter((path) => mayKnow(resource, path))
      if (!resource || known.length === 0) return []
      return [{ name: resource.name, count: countIn(table, columns(filled, known)) }]
    })
    const real = ids.filter(isId)
    if (asked.length === 0 || real.length === 0) return new Map(real.map((id) => [id, {}] as const))
    const counts = asked.map(({ count }, at) => sql`${count} as ${raw(`n${at}`)}`)
    const rows = await rowsOf<{ id: string } & Record<`n${number}`, number>>(
      pool,
      sql`select one.id, ${join(counts, ', ')} from unnest(${real}::text[]) one(id)`,
    )
    return new Map(
      rows.map((row) => [
        row.id,
        Object.fromEntries(asked.map(({ name }, at) => [name, Number(row[`n${at}`])])),
      ]),
    )
  }
}

/** Through the index of each list of ids, a record that refers twice once. */
function countIn(table: string, lists: readonly string[]): Sql {
  const refers = join(
    lists.map((list) => raw(`${list} @> array[one.id]`)),
    ' or ',
  )
  return sql`(select count(*) from ${raw(table)} where deleted_at is null and (${refers}))`
}
