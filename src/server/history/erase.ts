import { uuidv7 } from 'uuidv7'
import type { Own } from '#model/access.ts'
import type { Resource } from '#model/resource.ts'
import type { Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, type Sql, sql } from '#server/db/sql.ts'
import { isId, shapeOf } from '#server/records/shape.ts'
import { type Author, noteChange } from './write.ts'

/** What there is of a record: its row, live or deleted, or only that it was erased. */
export type Remains =
  | { is: 'live' | 'deleted'; version: number }
  | { is: 'erased'; changeId: string | undefined }

/** The rows of one resource, erased for good in the caller's transaction. Only history/erasing.ts erases by it. */
export interface Eraser {
  /** Undefined of what never was. */
  find(runner: Runner, id: string): Promise<Remains | undefined>
  /** Locks up to so many records that were deleted before a moment, the oldest first, and gives their ids. */
  lockOldest(tx: Tx, before: Date, most: number): Promise<string[]>
  /** The records that are somebody's own, and not shared; of the live ones alone, or of the deleted ones. */
  ownedBy(runner: Runner, own: Own, person: string, isLive?: boolean): Promise<string[]>
  /**
   * Erases those of the records that are deleted: the row with all that is made of it, and what the history and
   * the answers that are kept say of it. What it held at `counted` is kept, for figures. That it was erased, by
   * whom and when, stands in the history as a change. Gives that one's id; undefined when none was left to erase.
   */
  erase(
    tx: Tx,
    ids: readonly string[],
    counted: readonly string[],
    author: Author,
  ): Promise<string | undefined>
}

export function createEraser(resource: Resource): Eraser {
  const { name } = resource
  const { table: tableName, kept, keptTable } = shapeOf(resource)
  const table = raw(tableName)

  return {
    async find(runner, id) {
      if (!isId(id)) return undefined
      const [row] = await rowsOf<{ version: number; isLive: boolean }>(
        runner,
        sql`select version, deleted_at is null as "isLive" from ${table} where id = ${id}`,
      )
      if (row) return { is: row.isLive ? 'live' : 'deleted', version: row.version }
      const [gone] = await rowsOf<{ changeId: string | null }>(
        runner,
        sql`select (select h.change_id from history h
            where h.resource = e.resource and h.record_id = e.record_id and h.action = 'erase' limit 1)
            as "changeId"
          from erased e where e.resource = ${name} and e.record_id = ${id}`,
      )
      return gone && { is: 'erased', changeId: gone.changeId ?? undefined }
    },

    async lockOldest(tx, before, most) {
      const rows = await rowsOf<{ id: string }>(
        tx,
        sql`select id from ${table} where deleted_at < ${before.toISOString()}
          order by deleted_at limit ${most} for update skip locked`,
      )
      return rows.map(({ id }) => id)
    },

    async ownedBy(runner, { owner, shared }, person, isLive = false) {
      const isShared = shared === undefined ? raw('false') : sql`data ->> ${shared} = 'true'`
      const rows = await rowsOf<{ id: string }>(
        runner,
        sql`select id from ${table} where data ->> ${owner} = ${person} and (${isShared}) is not true
          and (deleted_at is null) = ${isLive} order by id`,
      )
      return rows.map(({ id }) => id)
    },

    async erase(tx, ids, counted, author) {
      const all = sql`${[...ids]}::uuid[]`
      const gone = await rowsOf<{ id: string; version: number }>(
        tx,
        sql`with gone as (
            delete from ${table} where id = any(${all}) and deleted_at is not null
            returning id, version, created_at, deleted_at, data
          ), noted as (
            insert into erased (resource, record_id, created_at, deleted_at, counted_by)
            select ${name}, id, created_at, deleted_at,
              (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(data)
                where key = any(${[...counted]}::text[]))
            from gone
          )
          select id, version from gone`,
      )
      const erased = sql`${gone.map(({ id }) => id)}::uuid[]`
      if (kept.length > 0)
        await run(tx, sql`delete from ${raw(keptTable)} where id = any(${erased})`)
      // Where somebody was, and with what, tells of them as well.
      if (name === 'users')
        await run(
          tx,
          sql`update security_events set address = null, device = null
            where coalesce(actor, account) = any(${erased})`,
        )
      await run(
        tx,
        sql`update history set data = '{}', fields = '{}'
          where resource = ${name} and record_id = any(${erased})`,
      )
      if (gone.length === 0) return undefined
      await run(tx, withoutAnswers(erased))
      const change = uuidv7()
      const at = new Date().toISOString()
      const entries = gone.map(({ id, version }) => ({
        ...{ resource: name, action: 'erase' as const },
        record: { ...{ id, version: version + 1, data: {} }, createdAt: at, updatedAt: at },
      }))
      // It can be asked for again without a key: then nothing is left to erase.
      await noteChange(tx, { id: change, at, author: { ...author, once: undefined } }, entries)
      return change
    },
  }
}

/** Answers that are kept of changes name records, also those that they left as they were. */
function withoutAnswers(ids: Sql): Sql {
  const names = raw(`select 1 from jsonb_each(c.answer) as part,
    jsonb_array_elements(case jsonb_typeof(part.value) when 'array' then part.value else '[]' end) as one
    where (one ->> 'id')`)
  return sql`update changes c set answer = (
      select jsonb_object_agg(part.key, case jsonb_typeof(part.value)
        when 'array' then (
          select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(part.value) as one
          where (one ->> 'id') is null or (one ->> 'id')::uuid <> all(${ids})
        )
        else part.value end)
      from jsonb_each(c.answer) as part)
    where c.answer is not null and exists (${names}::uuid = any(${ids}))`
}
