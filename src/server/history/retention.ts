import { IMPORT_HOURS } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { rowsOf, run, sql } from '#server/db/sql.ts'
import { isId } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'
import type { Erasing } from './erase.ts'

/** For how many days to keep; undefined for ever. */
interface Days {
  trash: number
  history: number | undefined
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Done in one transaction, so that other writers wait only for a moment. */
const RECORDS = 100
const ROWS = 500
const FILES = 1
/** The row of `marks` that is locked while a server works, and says how far the history is done. */
const MARK = 'retention'

/**
 * Makes the job that erases what was kept for long enough (decision 028): deleted records that the public sent, answers
 * for repeats, files that nobody imported, and, if configured, the history. Each call does a bounded part, on one server
 * at a time, and gives whether more is left.
 */
export function createRetention(
  store: Store,
  registry: readonly Resource[],
  erasing: Erasing,
  { trash, history }: Days,
): (signal?: AbortSignal) => Promise<boolean> {
  const ago = (ms: number) => new Date(Date.now() - ms)
  const jobs: { most: number; work(tx: Tx): Promise<number>; done?(): void }[] = [
    ...registry
      .filter(({ isFromPublic }) => isFromPublic)
      .map(({ name }) => ({
        most: RECORDS,
        work: (tx: Tx) => erasing.old(tx, name, ago(trash * DAY_MS), RECORDS),
        done: () => store.records(name).forget(),
      })),
    { most: ROWS, work: (tx) => forgetAnswers(tx, ago(trash * DAY_MS)) },
    { most: FILES, work: (tx) => forgetImports(tx, ago(IMPORT_HOURS * HOUR_MS)) },
  ]
  if (history !== undefined)
    jobs.push({ most: ROWS, work: (tx) => forgetHistory(tx, ago(history * DAY_MS)) })

  return async (signal) => {
    let isMore = false
    for (const { most, work, done } of jobs) {
      if (signal?.aborted) return false
      const count = await inTransaction(store.pool, async (tx) => {
        const held = await rowsOf(
          tx,
          sql`select 1 from marks where name = ${MARK} for update skip locked`,
        )
        return held.length > 0 ? work(tx) : 0
      })
      if (count > 0) done?.()
      if (count === most) isMore = true
    }
    return isMore
  }
}

/** Forgets the keys and answers of changes before a moment. */
function forgetAnswers(tx: Tx, before: Date): Promise<number> {
  return run(
    tx,
    sql`update changes set key_hash = null, asked_hash = null, answer = null
      where id in (select id from changes
        where at < ${before.toISOString()} and (key_hash is not null or answer is not null)
        order by at limit ${ROWS})`,
  )
}

/** Forgets uploaded files before a moment, unless they are being applied. */
function forgetImports(tx: Tx, before: Date): Promise<number> {
  return run(
    tx,
    sql`delete from imports where id in (select id from imports
      where at < ${before.toISOString()} order by at limit ${FILES} for update skip locked)`,
  )
}

interface Row {
  id: string
  at: string
  resource: string
  record: string
  version: number
}

/**
 * Goes on through the rows of the history before a moment, where the last call ended. Of each record the last of these
 * rows stays, because it says what the record was from then on. Earlier ones go, with changes that have no rows left.
 */
async function forgetHistory(tx: Tx, before: Date): Promise<number> {
  const [from] = await rowsOf<{ value: string }>(
    tx,
    sql`select value from marks where name = ${MARK}`,
  )
  const [at, id] = (from?.value ?? '').split(' ')
  const after = at !== undefined && isId(id) ? { at, id } : { at: '-infinity', id: FIRST }
  const rows = await rowsOf<Row>(
    tx,
    sql`select id, at, resource, record_id as record, version from history
      where at < ${before.toISOString()} and (at, id) > (${after.at}::timestamptz, ${after.id}::uuid)
      order by at, id limit ${ROWS}`,
  )
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
  // Its field changes would show values of rows that are gone.
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
}

const FIRST = '00000000-0000-0000-0000-000000000000'
