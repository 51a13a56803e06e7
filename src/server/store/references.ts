import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { type Reference, referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { Db, Tx } from './pool.ts'
import { type Data, isId, type RecordTable, recordTable, refersTo, tableName } from './shape.ts'

/** How many live records of a resource refer to a record. */
export interface Use {
  resource: Resource
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
  hold(tx: Tx, to: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Who refers to a record. Ask it after the row is locked, so that no reference can still be on its way. */
  uses(tx: Tx, to: string, id: string): Promise<Use[]>
  /** Those of the ids that are records or were, in one query. */
  known(to: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** What these records hold, by id, in one query; deleted ones are left out. */
  read(to: string, ids: readonly string[]): Promise<ReadonlyMap<string, Data>>
}

export function createReferences(db: Db, registry: readonly Resource[]): References {
  const tables = new Map(registry.map((resource) => [resource.name, recordTable(resource)]))
  const referrers = new Map(registry.map(({ name }) => [name, referrersTo(name, registry)]))

  const tableOf = (to: string): RecordTable => {
    const table = tables.get(to)
    if (!table) throw new Error(`The registry has no resource '${to}'.`)
    return table
  }
  // One parameter, however many ids: a statement takes 65,535 of them.
  const among = (table: RecordTable, ids: readonly string[]) =>
    sql`${table.id} = any(${sql.param(ids)}::uuid[])`
  const liveOf = (table: RecordTable, ids: readonly string[]) =>
    and(among(table, ids), isNull(table.deletedAt))

  const nouns = new Map(registry.map(({ name, label }) => [name, label.one.toLowerCase()]))

  return {
    nounOf: (to) => nouns.get(to) ?? 'record',

    async hold(tx, to, ids) {
      const possible = ids.filter(isId)
      if (possible.length === 0) return new Set()
      const table = tableOf(to)
      const rows = await tx
        .select({ id: table.id })
        .from(table)
        .where(liveOf(table, possible))
        .for('share')
      return new Set(rows.map(({ id }) => id))
    },

    async uses(tx, to, id) {
      const from = referrers.get(to) ?? []
      if (from.length === 0) return []
      const counts = from.map(({ resource, paths }, place) => countUses(resource, paths, id, place))
      const { rows } = await tx.execute<{ place: number; n: number }>(
        sql.join(counts, sql` union all `),
      )
      const found = new Map(rows.map(({ place, n }) => [place, n]))
      return from.flatMap(({ resource }, place) => {
        const count = found.get(place) ?? 0
        return count > 0 ? [{ resource, count }] : []
      })
    },

    async known(to, ids) {
      const table = tables.get(to)
      if (!table) return new Set()
      const rows = await db
        .select({ id: table.id })
        .from(table)
        .where(among(table, ids.filter(isId)))
      return new Set(rows.map(({ id }) => id))
    },

    async read(to, ids) {
      const possible = ids.filter(isId)
      if (possible.length === 0) return new Map()
      const table = tableOf(to)
      const rows = await db
        .select({ id: table.id, data: table.data })
        .from(table)
        .where(liveOf(table, possible))
      return new Map(rows.map(({ id, data }) => [id, data]))
    },
  }
}

/** Everywhere that records of a resource may refer to others, whichever form wrote it. */
export function referencesIn({ create, update }: Resource): readonly Reference[] {
  const all = new Map([...referencesOf(update), ...referencesOf(create)].map((r) => [r.path, r]))
  return [...all.values()]
}

/** The reference that a filter's path means: a list of references is filtered by any of its entries. */
export function filteredReference(resource: Resource, path: string): Reference | undefined {
  return referencesIn(resource).find((one) => one.path === path || one.path === `${path}.*`)
}

interface Referrer {
  resource: Resource
  paths: string[]
}

function referrersTo(name: string, registry: readonly Resource[]): Referrer[] {
  return registry.flatMap((resource) => {
    const paths = referencesIn(resource).flatMap(({ path, to }) => (to === name ? [path] : []))
    return paths.length > 0 ? [{ resource, paths }] : []
  })
}

/** A record that refers twice is one use. */
function countUses(resource: Resource, paths: string[], id: string, place: number): SQL {
  const anywhere = sql.join(
    paths.map((path) => refersTo(path, id)),
    sql` or `,
  )
  return sql`select ${sql.raw(String(place))} as place, count(*) as n
    from ${sql.raw(tableName(resource))} where deleted_at is null and (${anywhere})`
}
