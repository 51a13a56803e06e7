import type pg from 'pg'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import type { Runner } from '#server/db/sql.ts'
import { rowsOf, run, sql } from '#server/db/sql.ts'
import { isId } from '#server/records/shape.ts'

/** What is kept for some time only. Each call does a part that takes a moment, in a transaction of its own. */
export interface Retention {
  /** Runs `work` while no other server cleans up; undefined while one does. */
  alone<T>(work: (tx: Tx) => Promise<T>): Promise<T | undefined>
  /**
   * Goes through up to so many rows of the history before a moment, where the last call ended. Of each record the
   * last of these rows stays, for it says what the record was from then on; what came before it goes, and changes
   * that nothing is left of. Gives how many rows it went through.
   */
  forgetHistory(tx: Tx, before: Date, most: number): Promise<number>
  /** Forgets up to so many keys and answers of changes that are older. */
  forgetAnswers(tx: Tx, before: Date, most: number): Promise<number>
  /** Forgets what was read of up to so many files before a moment. One that is being applied now stays. */
  forgetImports(tx: Tx, before: Date, most: number): Promise<number>
}

const MARK = 'retention'

interface Row {
  id: string
  at: string
  resource: string
  record: string
  version: number
}

export function createRetention(pool: pg.Pool): Retention {
  return {
    alone: (work) =>
      inTransaction(pool, async (tx) => {
        const held = await rowsOf(
          tx,
          sql`select 1 from marks where name = ${MARK} for update skip locked`,
        )
        return held.length > 0 ? work(tx) : undefined
      }),

    async forgetHistory(tx, before, most) {
      const [from] = await rowsOf<{ value: string }>(
        tx,
        sql`select value from marks where name = ${MARK}`,
      )
      const rows = await after(tx, from?.value ?? '', before, most)
      const last = rows.at(-1)
      if (!last) return 0
      const latest = new Map(rows.map((row) => [`${row.resource} ${row.record}`, row]))
      const kept = [...latest.values()]
      const known = sql`unnest(${kept.map(({ resource }) => resource)}::text[],
          ${kept.map(({ record }) => record)}::uuid[], ${kept.map(({ version }) => version)}::int[])
        as known(resource, record_id, version)`
      const gone = await rowsOf<{ change: string }>(
        tx,
        sql`delete from history h using ${known}
          where h.resource = known.resource and h.record_id = known.record_id and h.version < known.version
          returning coalesce(h.change_id, h.id) as change`,
      )
      // What it changed tells of the rows that are gone.
      await run(
        tx,
        sql`update history set fields = '{}'
          where id = any(${kept.map(({ id }) => id)}::uuid[]) and action = 'update'`,
      )
      await run(
        tx,
        sql`delete from changes c where c.id = any(${[...new Set(gone.map(({ change }) => change))]}::uuid[])
          and not exists (select 1 from history h where coalesce(h.change_id, h.id) = c.id)`,
      )
      await run(tx, sql`update marks set value = ${`${last.at} ${last.id}`} where name = ${MARK}`)
      return rows.length
    },

    forgetAnswers: (tx, before, most) =>
      run(
        tx,
        sql`update changes set key_hash = null, asked_hash = null, answer = null
          where id in (select id from changes
            where at < ${before.toISOString()} and (key_hash is not null or answer is not null)
            order by at limit ${most})`,
      ),

    forgetImports: (tx, before, most) =>
      run(
        tx,
        sql`delete from imports where id in (select id from imports
          where at < ${before.toISOString()} order by at limit ${most} for update skip locked)`,
      ),
  }
}

/** Rows of the history in the order of time, after the one that was looked at last. */
function after(tx: Runner, place: string, before: Date, most: number): Promise<Row[]> {
  const [at, id] = place.split(' ')
  const isBegun = at !== undefined && isId(id)
  return rowsOf<Row>(
    tx,
    sql`select id, at, resource, record_id as record, version from history
      where at < ${before.toISOString()}
        and (at, id) > (${isBegun ? at : '-infinity'}::timestamptz, ${isBegun ? id : FIRST}::uuid)
      order by at, id limit ${most}`,
  )
}

const FIRST = '00000000-0000-0000-0000-000000000000'
