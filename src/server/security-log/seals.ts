import type pg from 'pg'
import { SECURITY_DAYS, type SecuritySeal } from '#contract/security-log.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import { eventHash, type Hashed, sealHash } from './seal-hash.ts'
import { insertEvents } from './security-events.ts'

/** The chain over the security log (decision 043). */
export interface Seals {
  /** The latest one; undefined while nothing was sealed. */
  latest(): Promise<SecuritySeal | undefined>
  /**
   * Deletes what is old, then seals up to so many events that no seal stands over, of several servers one at a time.
   * Gives the new seal, and whether there is more to do.
   */
  seal(now?: Date, signal?: AbortSignal): Promise<{ made?: SecuritySeal; isMore: boolean }>
}

interface Row {
  first: number
  last: number
  at: string
  hash: string
}

const MARK = 'security-log'
const MOST_EVENTS = 1000
const MOST_SEALS = 200
const DAY_MS = 86_400_000
/** A day's worth goes at once: each sweep is an event itself. */
const SWEPT_AFTER = SECURITY_DAYS + 1

export function createSeals(pool: pg.Pool): Seals {
  return {
    async latest() {
      const found = await latestOf(pool)
      return found && told(found)
    },

    seal: (now = new Date(), signal) =>
      inTransaction(
        pool,
        async (tx) => {
          const held = await rowsOf(
            tx,
            sql`select 1 from marks where name = ${MARK} for update skip locked`,
          )
          if (held.length === 0) return { isMore: false }
          await sweep(tx, now)
          const { made, count } = await sealNext(tx, now)
          return { ...(made && { made: told(made) }), isMore: count === MOST_EVENTS }
        },
        { signal },
      ),
  }
}

async function latestOf(runner: Runner): Promise<Row | undefined> {
  const [row] = await rowsOf<Row>(
    runner,
    sql`select first, last, at, hash from security_seals order by last desc limit 1`,
  )
  return row
}

function told({ at, last, hash }: Row): SecuritySeal {
  return { at, last, head: hash }
}

async function sealNext(tx: Tx, now: Date): Promise<{ made?: Row; count: number }> {
  await blankLate(tx)
  const rows = await rowsOf<Hashed>(
    tx,
    sql`select id, at, event, account, actor, request, became, what, record, count, personal
      from security_events where number is null order by at, id limit ${MOST_EVENTS} for update`,
  )
  if (rows.length === 0) return { count: 0 }
  const before = await latestOf(tx)
  const first = (before?.last ?? 0) + 1
  let chain = before?.hash ?? ''
  const hashed = rows.map((one, at) => {
    chain = eventHash(chain, first + at, one)
    return { id: one.id, number: first + at, hash: chain }
  })
  await run(
    tx,
    sql`update security_events e set number = h.number, hash = h.hash
      from json_to_recordset(${JSON.stringify(hashed)}::json) as h(id uuid, number bigint, hash text)
      where e.id = h.id`,
  )
  const last = first + rows.length - 1
  const seal = { first, last, at: now.toISOString(), rows: chain }
  const made = { ...seal, hash: sealHash(seal) }
  await run(
    tx,
    sql`insert into security_seals (first, last, at, rows, hash)
      values (${first}, ${last}, ${made.at}, ${made.rows}, ${made.hash})`,
  )
  return { made, count: rows.length }
}

/** What was written only after its person was erased; nothing is sealed of it yet. */
async function blankLate(tx: Tx): Promise<void> {
  await run(
    tx,
    sql`update security_events set ${raw(BLANK)} where number is null and salt is not null
      and coalesce(actor, account) in (select record_id from erased where resource = 'users')`,
  )
}

/** Where somebody was is not needed once nobody may know it. What is sealed keeps the hash over it, without its salt. */
export const BLANK = `address = null, device = null, salt = null,
  personal = case when number is null then '' else personal end`

/** Deletes the events of whole seals that are old, and leaves the last of these seals, which says so. */
async function sweep(tx: Tx, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  const [due] = await rowsOf(
    tx,
    sql`select 1 from security_seals where swept_at is null and at < ${before(SWEPT_AFTER)} limit 1`,
  )
  if (!due) return
  const [old] = await rowsOf<{ last: number | null }>(
    tx,
    sql`select max(last) as last from (select last from security_seals
      where swept_at is null and at < ${before(SECURITY_DAYS)}
      order by last limit ${MOST_SEALS}) as s`,
  )
  const last = old?.last ?? 0
  const count = await run(tx, sql`delete from security_events where number <= ${last}`)
  await run(tx, sql`delete from security_seals where last < ${last}`)
  await run(tx, sql`update security_seals set swept_at = ${now.toISOString()} where last = ${last}`)
  await insertEvents(tx, [{ event: 'log_swept', count, what: String(last) }], now)
}
