import type { Resource } from '#model/resource.ts'
import type { Filled } from '#server/db/filled.ts'
import { type Runner, rowsOf, sql } from '#server/db/sql.ts'
import { referencesIn } from './references-in.ts'
import { columnsOf, shapeOf } from './shape.ts'

/** Where records that refer to some resource stand. */
export interface Referrer {
  /** Undefined for one that only another program on this database knows. */
  resource: Resource | undefined
  label: Resource['label']
  table: string
  /** The paths at which they refer; none where only another program knows them. */
  paths: readonly string[]
  /** The SQL of the lists of ids, one for each path, as far as they are filled. */
  ids(filled: Filled, paths?: readonly string[]): readonly string[]
}

/** Who may refer to a resource's records, in the order of the registry. */
export function referrersTo(name: string, registry: readonly Resource[]): Referrer[] {
  return registry.flatMap((resource) => {
    const paths = referencesIn(resource).flatMap(({ path, to }) => (to === name ? [path] : []))
    if (paths.length === 0) return []
    const { table } = shapeOf(resource)
    return {
      resource,
      label: resource.label,
      table,
      paths,
      ids: (filled, some = paths) => {
        const columns = columnsOf(resource, (column) => filled.has(table, column))
        return some.map(columns.value)
      },
    }
  })
}

/** What only a newer or another program on this database has declared: it is not to be broken from here. */
export async function foreignReferrers(
  runner: Runner,
  to: string,
  own: readonly string[],
): Promise<Referrer[]> {
  const rows = await rowsOf<{ one: string; many: string; table: string; columns: string[] }>(
    runner,
    sql`select label_one as one, label_many as many, table_name as table,
        array_agg(column_name) as columns
      from declared_references
      where refers_to = ${to} and resource <> all(${[...own]}::text[])
        and to_regclass(table_name) is not null
      group by resource, label_one, label_many, table_name`,
  )
  return rows.map(({ one, many, table, columns }) => ({
    resource: undefined,
    label: { one, many },
    table,
    paths: [],
    ids: () => columns,
  }))
}
