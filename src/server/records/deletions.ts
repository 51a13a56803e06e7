import { ERASED_PERSON } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { namedTokens } from './names.ts'
import { tableName } from './shape.ts'

/** When a record was deleted, and by whom where that was somebody. */
export interface Deletion {
  deletedAt: string
  deletedBy?: { _id: string; name: string }
}

/** What the history says of deletions. */
export interface Deletions {
  /** Of those of the records that are deleted, by their ids: one query. */
  of(resource: string, ids: readonly string[]): Promise<ReadonlyMap<string, Deletion>>
}

interface Row {
  id: string
  deletedAt: string
  by: string | null
  name: string
  isErased: boolean
}

export function createDeletions(pool: Runner, registry: readonly Resource[]): Deletions {
  const tables = new Map(registry.map((resource) => [resource.name, raw(tableName(resource))]))
  const users = tables.get('users') ?? raw('')

  return {
    async of(resource, ids) {
      const table = tables.get(resource)
      if (!table || ids.length === 0) return new Map()
      const rows = await rowsOf<Row>(
        pool,
        sql`select t.id, t.deleted_at as "deletedAt", h.actor_id as by, e.record_id is not null as "isErased",
            concat_ws(' ', n.data ->> 'firstName', n.data ->> 'lastName') as name
          from ${table} t
          left join lateral (select actor_id from history
            where resource = ${resource} and record_id = t.id and version = t.version limit 1) h on true
          left join lateral (select u.data from ${users} u where u.id = h.actor_id
            union all select t.data from (${namedTokens()}) t where t.id = h.actor_id) n on true
          left join erased e on e.resource = 'users' and e.record_id = h.actor_id
          where t.id = any(${[...ids]}::uuid[]) and t.deleted_at is not null`,
      )
      return new Map(
        rows.map(({ id, deletedAt, by, name, isErased }) => [
          id,
          {
            deletedAt,
            ...(by && { deletedBy: { _id: by, name: isErased ? ERASED_PERSON : name } }),
          },
        ]),
      )
    },
  }
}
