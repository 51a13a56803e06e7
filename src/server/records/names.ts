import { ERASED_PERSON } from '#contract/changes.ts'
import type { SecurityPerson } from '#contract/security-log.ts'
import { TOKEN_AUTHOR } from '#contract/tokens.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import type { Store } from '#server/services.ts'
import { type Data, tableName } from './shape.ts'

/** The values of a record from which its name is made. */
export interface Named {
  id: string
  /** False for a deleted record. */
  isLive: boolean
  /** Its plain values alone. */
  data: Data
}

/** Finds the records of a table by their ids, deleted ones too. */
export function namedIn(runner: Runner, table: string, ids: readonly string[]): Promise<Named[]> {
  return rowsOf<Named>(
    runner,
    sql`select id, deleted_at is null as "isLive", ${plainValues('data')} as data
      from ${raw(table)} where id = any(${[...ids]}::uuid[])`,
  )
}

/** The SQL of the names of tokens, in the columns of users. */
export function namedTokens(ids: readonly string[]): Sql {
  return sql`select id, false as "isLive",
      jsonb_build_object('firstName', ${TOKEN_AUTHOR}::text, 'lastName', name) as data
    from service_tokens where id = any(${[...ids]}::uuid[])`
}

/** The SQL of an object without its lists and objects. Names never need those, and they may be large. */
export function plainValues(data: string): Sql {
  return raw(`(select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(${data})
    where jsonb_typeof(value) not in ('object', 'array'))`)
}

/** Creates the lookup of the present names of a log's users. An erased user has an id and no name. */
export function createPeopleNames(
  { references }: Pick<Store, 'references'>,
  registry: readonly Resource[],
) {
  const users = registry.find(({ name }) => name === 'users')
  return async (ids: readonly (string | null)[]) => {
    const asked = new Set(ids.filter((id) => id !== null))
    const people = await references.named('users', [...asked])
    return (id: string | null): SecurityPerson | undefined => {
      if (id === null) return undefined
      const one = people.get(id)
      const name = users && one ? nameOf(users, { ...one.data, _id: id, id }) : ''
      return { id, name, isLive: one?.isLive === true }
    }
  }
}

/** When a record was deleted, and by whom where a user or token did it. */
export interface Deletion {
  deletedAt: string
  deletedBy?: { _id: string; name: string }
}

/** Creates the lookup of deletions by the ids of deleted records. `authorNames` gives no name to erased people. */
export function createDeletions(
  pool: Runner,
  registry: readonly Resource[],
  authorNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
) {
  const tables = new Map(registry.map((resource) => [resource.name, raw(tableName(resource))]))
  return async (
    resource: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Deletion>> => {
    const table = tables.get(resource)
    if (!table || ids.length === 0) return new Map()
    const rows = await rowsOf<{ id: string; deletedAt: string; by: string | null }>(
      pool,
      sql`select t.id, t.deleted_at as "deletedAt", h.actor_id as by
        from ${table} t
        left join lateral (select actor_id from history
          where resource = ${resource} and record_id = t.id and version = t.version limit 1) h on true
        where t.id = any(${[...ids]}::uuid[]) and t.deleted_at is not null`,
    )
    const names = await authorNames(rows.flatMap(({ by }) => by ?? []))
    const deletedBy = (_id: string) => ({ _id, name: names.get(_id) ?? ERASED_PERSON })
    return new Map(
      rows.map(({ id, deletedAt, by }) => [
        id,
        { deletedAt, ...(by !== null && { deletedBy: deletedBy(by) }) },
      ]),
    )
  }
}
