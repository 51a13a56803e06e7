import { raw, type Sql, sql } from '#server/db/sql.ts'
import type { RowQuery } from './list.ts'
import type { RowReader, Shape } from './shape.ts'

/** So many of the latest are looked up at once; twice as many, for some of the records are deleted. */
const LATEST = 500

/**
 * One of the first pages in the falling order of a time that is kept apart and has no index (last login): its
 * narrow table is sorted alone, and of the records only those of the page are read. Undefined for other lists.
 * A page that it does not fill is to be asked for in the general way: who has no such time comes behind.
 */
export function latestOf(shape: Shape, query: RowQuery, reader: RowReader): Sql | undefined {
  const { sort, search, filters, deleted, scope, offset, limit } = query
  const [only, second] = sort
  const time = shape.kept.find(({ path }) => path === only?.path)
  const isPlain =
    only?.descending && !second && !search && filters.length === 0 && !deleted && !scope
  if (!(time && isPlain) || offset + limit > LATEST) return undefined
  const at = raw(`k.${time.name}`)
  return sql`select ${raw(reader.select)} from (
    select ${raw(reader.own)} from (
      select k.id, ${at} from ${raw(shape.keptTable)} k where ${at} is not null
        order by ${at} desc, k.id desc limit ${2 * LATEST}
    ) k join ${raw(shape.table)} t on t.id = k.id
    where t.deleted_at is null order by ${at} desc, k.id desc limit ${limit} offset ${offset}) t`
}
