import type { Resource } from '#model/resource.ts'
import { join, type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { plainValues } from './names.ts'
import { type Referrer, referrersTo } from './referrers.ts'
import { type Data, isId } from './shape.ts'
import { anyOf, holds } from './where.ts'

/** The live records of one resource that refer to a record. */
export interface UsedBy extends Pick<Referrer, 'resource' | 'label' | 'paths'> {
  total: number
  /** The first of them, by their plain values. */
  records: { id: string; data: Data }[]
}

/** Whether the signed-in user may know of references at a path. */
export type MayKnow = (resource: Resource, path: string) => boolean

/**
 * Makes what finds who refers to a record, each resource's records by their ids, `most` of them at most: two
 * queries, by the indexes of the references. `isAll` is false where whoever asks may not know of some.
 */
export function createUsedBy(pool: Runner, registry: readonly Resource[]) {
  const referrers = new Map(registry.map(({ name }) => [name, referrersTo(name, registry)]))

  return async (
    to: string,
    id: string,
    most: number,
    mayKnow: MayKnow,
  ): Promise<{ uses: UsedBy[]; isAll: boolean }> => {
    if (!isId(id)) return { uses: [], isAll: true }
    const all = referrers.get(to) ?? []
    const asked = all.map((one) => ({
      ...one,
      paths: one.paths.filter((path) => mayKnow(one.resource, path)),
    }))
    const pieces = asked.flatMap((one, place) => piecesFor(one, all[place], id, place, most))
    if (pieces.length === 0) return { uses: [], isAll: true }
    const rows = await rowsOf<Found>(pool, join(pieces, ' union all '))
    const uses = asked.flatMap(({ resource, label, paths }, place) => {
      const mine = rows.filter((row) => row.place === place && row.id !== null)
      const total = rows.find((row) => row.place === place)?.total ?? 0
      const records = mine.map((row) => ({ id: String(row.id), data: row.data ?? {} }))
      return total > 0 ? [{ resource, label, paths, total, records }] : []
    })
    return { uses, isAll: !rows.some(({ place, total }) => place === UNTOLD && total > 0) }
  }
}

interface Found {
  place: number
  total: number
  id: string | null
  data: Data | null
}

/** The place of rows that count what whoever asks may not know. */
const UNTOLD = -1

function piecesFor(
  asked: Referrer,
  whole: Referrer | undefined,
  id: string,
  place: number,
  most: number,
): Sql[] {
  const { table, paths } = asked
  const where = (columns: readonly string[]) =>
    sql`from ${raw(table)} where deleted_at is null and ${anyOf(columns.map((list) => holds(list, id)))}`
  const counted = (at: number, columns: readonly string[]) =>
    sql`select ${raw(String(at))} as place, count(*) as total, null::uuid as id, null::jsonb as data
      ${where(columns)}`
  const hidden = whole?.paths.filter((path) => !paths.includes(path)) ?? []
  const told = sql`(select ${raw(String(place))} as place, total, id, ${plainValues('data')} as data
    from (select count(*) over () as total, id, data ${where(asked.ids(paths))}
      order by id limit ${most}) found order by id)`
  return [
    ...(paths.length > 0 ? [told] : []),
    ...(hidden.length > 0 ? [counted(UNTOLD, asked.ids(hidden))] : []),
  ]
}
