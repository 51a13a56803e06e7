import type { Resource } from '#model/resource.ts'
import type { Filled } from './filled.ts'
import { anyOf, holds } from './list.ts'
import type { Tx } from './pool.ts'
import { referencesIn } from './references-in.ts'
import { withNewNames } from './renamed.ts'
import { columnsOf, type Data, isId, shapeOf } from './shape.ts'
import { join, type Runner, raw, rowsOf, type Sql, sql } from './sql.ts'

/** How many live records of a resource refer to a record, and what they are called. */
export interface Use {
  /** Its name; undefined for one that only another program on this database knows. */
  resource: string | undefined
  label: Resource['label']
  count: number
}

/** What records say of each other, over all resources. */
export interface References {
  /** What one record of a resource is called, within a sentence. */
  nounOf(to: string): string
  /**
   * Those of the ids that are live records. They stay so until the transaction ends: a delete of one of
   * them waits, and one that came first is waited for.
   */
  lockShared(tx: Tx, to: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Who refers to a record. Ask it after the row is locked, so that no reference can still be on its way. */
  uses(tx: Tx, to: string, id: string): Promise<Use[]>
  /** Those of the ids that are records or were, in one query. */
  known(to: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** What these records hold, by id, in one query; deleted ones are left out. */
  read(to: string, ids: readonly string[]): Promise<ReadonlyMap<string, Data>>
}

export function createReferences(
  pool: Runner,
  registry: readonly Resource[],
  filled: Filled,
): References {
  const tables = new Map(registry.map((resource) => [resource.name, raw(shapeOf(resource).table)]))
  const referrers = new Map(registry.map(({ name }) => [name, referrersTo(name, registry)]))
  const nouns = new Map(registry.map(({ name, label }) => [name, label.one.toLowerCase()]))

  const tableOf = (to: string): Sql => {
    const table = tables.get(to)
    if (!table) throw new Error(`The registry has no resource '${to}'.`)
    return table
  }
  // One parameter, however many ids: a statement takes 65,535 of them.
  const among = (ids: readonly string[]) => sql`id = any(${[...ids]}::uuid[])`

  return {
    nounOf: (to) => nouns.get(to) ?? 'record',

    async lockShared(tx, to, ids) {
      const possible = ids.filter(isId)
      if (possible.length === 0) return new Set()
      const rows = await rowsOf<{ id: string }>(
        tx,
        sql`select id from ${tableOf(to)} where ${among(possible)} and deleted_at is null for share`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    async uses(tx, to, id) {
      const from = [...(referrers.get(to) ?? []), ...(await foreignReferrers(tx, to, tables))]
      if (from.length === 0) return []
      const counts = from.map((referrer, place) => countUses(referrer, filled, id, place))
      const rows = await rowsOf<{ place: number; n: number }>(tx, join(counts, ' union all '))
      const found = new Map(rows.map(({ place, n }) => [place, n]))
      return from.flatMap(({ resource, label }, place) => {
        const count = found.get(place) ?? 0
        return count > 0 ? [{ resource, label, count }] : []
      })
    },

    async known(to, ids) {
      const table = tables.get(to)
      if (!table) return new Set()
      const rows = await rowsOf<{ id: string }>(
        pool,
        sql`select id from ${table} where ${among(ids.filter(isId))}`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    async read(to, ids) {
      const possible = ids.filter(isId)
      if (possible.length === 0) return new Map()
      const rows = await rowsOf<{ id: string; data: Data }>(
        pool,
        sql`select id, data from ${tableOf(to)} where ${among(possible)} and deleted_at is null`,
      )
      const target = registry.find(({ name }) => name === to)
      return new Map(rows.map(({ id, data }) => [id, target ? withNewNames(target, data) : data]))
    },
  }
}

/** Where records that refer to some resource stand. */
interface Referrer {
  resource: string | undefined
  label: Resource['label']
  table: string
  /** The SQL of the lists of ids, one for each path, as far as they are filled. */
  ids(filled: Filled): readonly string[]
}

function referrersTo(name: string, registry: readonly Resource[]): Referrer[] {
  return registry.flatMap((resource) => {
    const paths = referencesIn(resource).flatMap(({ path, to }) => (to === name ? [path] : []))
    if (paths.length === 0) return []
    const { table } = shapeOf(resource)
    return {
      resource: resource.name,
      label: resource.label,
      table,
      ids: (filled) => {
        const columns = columnsOf(resource, (column) => filled.has(table, column))
        return paths.map(columns.value)
      },
    }
  })
}

/** What only a newer or another program on this database has declared: it is not to be broken from here. */
async function foreignReferrers(
  tx: Tx,
  to: string,
  own: ReadonlyMap<string, unknown>,
): Promise<Referrer[]> {
  const rows = await rowsOf<{ one: string; many: string; table: string; columns: string[] }>(
    tx,
    sql`select label_one as one, label_many as many, table_name as table,
        array_agg(column_name) as columns
      from declared_references
      where refers_to = ${to} and resource <> all(${[...own.keys()]}::text[])
        and to_regclass(table_name) is not null
      group by resource, label_one, label_many, table_name`,
  )
  return rows.map(({ one, many, table, columns }) => ({
    resource: undefined,
    label: { one, many },
    table,
    ids: () => columns,
  }))
}

/** A record that refers twice is one use. */
function countUses({ table, ids }: Referrer, filled: Filled, id: string, place: number): Sql {
  const anywhere = anyOf(ids(filled).map((list) => holds(list, id)))
  return sql`select ${raw(String(place))} as place, count(*) as n
    from ${raw(table)} where deleted_at is null and ${anywhere}`
}
