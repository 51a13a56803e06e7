import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { SECURITY_DAYS, type SecurityEventName } from '#contract/security-log.ts'
import { faultOf } from '#server/db/faults.ts'
import { quote } from '#server/db/json-sql.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { all, type Runner, raw, rowsOf, run, type Sql, sql } from '#server/db/sql.ts'
import { MOST_COUNTED, type Total } from '#server/records/list.ts'
import { isId } from '#server/records/shape.ts'

/** One event of the security log, as it is kept. */
export interface KeptEvent {
  event: SecurityEventName
  account?: string | null
  actor?: string | null
  address?: string | null
  device?: string | null
  request?: string | null
  became?: string | null
  what?: string | null
  record?: string | null
  count?: number | null
}
export type LoggedEvent = Required<KeptEvent> & { id: string; at: string }

export interface EventFilter {
  event?: string | undefined
  /** Whom it is about, or who did it. */
  person?: string | undefined
  address?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

export interface SecurityEvents {
  /** Nobody waits for it: it is written at once, and again each second while the database is away. */
  add(event: KeptEvent): void
  /** In the transaction of what they tell of. */
  write(tx: Tx, events: readonly KeptEvent[]): Promise<void>
  /** The latest first. */
  list(
    filter: EventFilter,
    page: { offset: number; limit: number },
  ): Promise<{ events: LoggedEvent[] } & Total>
  /** The matching events as JSON, the oldest first, for an export. */
  statements(filter: EventFilter): { select: Sql; count: Sql }
  /** Deletes events older than `SECURITY_DAYS`, a day's worth at a time, and logs that it did. */
  sweep(now?: Date): Promise<void>
  /** When all are written that can be. */
  settled(): Promise<void>
}

/** So many wait for the database: of what is more only the number is kept. */
const MOST_WAITING = 1000
const AGAIN_MS = 1000
const MOST_TEXT = 200

const DAY_MS = 86_400_000

const COLUMNS =
  'id, at, event, account, actor, address, device, request, became, what, record, count'

export function createSecurityEvents(pool: pg.Pool): SecurityEvents {
  let waiting: Row[] = []
  let leftOut = 0
  let writing: Promise<unknown> = Promise.resolve()
  let isPlanned = false

  const plan = (begin: (work: () => void) => void) => {
    if (isPlanned) return
    isPlanned = true
    begin(() => {
      isPlanned = false
      writing = writing.then(write)
    })
  }

  const write = async (): Promise<void> => {
    const missed = leftOut > 0 ? [rowOf({ event: 'events_left_out', count: leftOut })] : []
    const rows = [...waiting, ...missed]
    if (rows.length === 0) return
    waiting = []
    leftOut = 0
    try {
      await insert(pool, rows)
    } catch (error) {
      const counts = missed.reduce((sum, { count }) => sum + (count ?? 0), 0)
      const events = rows.slice(0, rows.length - missed.length)
      const isHopeless = faultOf(error)?.kind === 'bad-value'
      const kept = isHopeless ? [] : [...events, ...waiting].slice(0, MOST_WAITING)
      leftOut += counts + events.length + waiting.length - kept.length
      waiting = kept
      plan((again) => setTimeout(again, AGAIN_MS).unref())
    }
  }

  return {
    add(event) {
      if (waiting.length >= MOST_WAITING) leftOut += 1
      else waiting.push(rowOf(event))
      plan(setImmediate)
    },

    write: (tx, events) => insertEvents(tx, events),

    async list(filter, { offset, limit }) {
      const where = whereOf(filter)
      const [events, [row]] = await Promise.all([
        rowsOf<LoggedEvent>(
          pool,
          sql`select ${raw(COLUMNS)} from security_events where ${where}
            order by at desc, id desc limit ${limit} offset ${offset}`,
        ),
        rowsOf<{ n: number }>(
          pool,
          sql`select count(*) as n from
            (select 1 from security_events where ${where} limit ${MOST_COUNTED + 1}) as counted`,
        ),
      ])
      const n = row?.n ?? 0
      return { events, total: Math.min(n, MOST_COUNTED), isMore: n > MOST_COUNTED }
    },

    statements(filter) {
      const where = whereOf(filter, true)
      return {
        select: sql`select json_build_object('event', e) from security_events e where ${where} order by at, id`,
        count: sql`select count(*) as count from security_events where ${where}`,
      }
    },

    async sweep(now = new Date()) {
      const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
      await inTransaction(pool, async (tx) => {
        // Each sweep is an event itself: one a day is enough.
        const count = await run(
          tx,
          sql`delete from security_events where at < ${before(SECURITY_DAYS)}::timestamptz and exists (
            select 1 from security_events where at < ${before(SECURITY_DAYS + 1)}::timestamptz)`,
        )
        if (count > 0) await insertEvents(tx, [{ event: 'log_swept', count }], now)
      })
    },

    async settled() {
      await writing
      await write()
    },
  }
}

interface Row extends KeptEvent {
  id: string
  at: string
}

function rowOf(event: KeptEvent, now = new Date()): Row {
  const { account = null, actor = null, request, became, what, record, count = null } = event
  return {
    ...{ id: uuidv7(), at: now.toISOString(), event: event.event, count },
    account: account !== null && isId(account) ? account : null,
    actor: actor !== null && isId(actor) && actor !== account ? actor : null,
    ...{ request: plain(request), became: plain(became), what: plain(what) },
    record: plain(record),
    ...{ address: plain(event.address), device: plain(event.device) },
  }
}

/** What a program names may hold anything: what the database takes, and no more than a line of it. */
function plain(text: string | null | undefined): string | null {
  const clean = text?.replace(/\p{Cc}|\p{Cs}/gu, ' ').slice(0, MOST_TEXT)
  return clean || null
}

/** Writes events as they are given. */
async function insertEvents(
  runner: Runner,
  events: readonly KeptEvent[],
  now?: Date,
): Promise<void> {
  if (events.length > 0)
    await insert(
      runner,
      events.map((event) => rowOf(event, now)),
    )
}

/** Blank where the event's person was erased: then the log says no more where they were. */
const unlessErased = (column: string) => `case when exists (select 1 from erased
  where resource = 'users' and record_id = coalesce(e.actor, e.account)) then null else ${column} end`

/** Skips events that are already there: a batch whose answer was lost is written again. */
async function insert(runner: Runner, rows: readonly Row[]): Promise<void> {
  await run(
    runner,
    sql`insert into security_events (id, at, event, account, actor, request, became, what, record,
        count, address, device)
      select id, at, event, account, actor, request, became, what, record, count,
        ${raw(unlessErased('address'))}, ${raw(unlessErased('device'))}
      from json_to_recordset(${JSON.stringify(rows)}::json) as e(id uuid, at timestamptz, event text,
        account uuid, actor uuid, address text, device text, request text,
        became text, what text, record text, count integer)
      on conflict (id) do nothing`,
  )
}

/** A cursor takes no parameters: `isPlain` writes values out, which are ours or were checked. */
function whereOf({ event, person, address, from, until }: EventFilter, isPlain = false): Sql {
  const value = (text: string) => (isPlain ? raw(quote(text)) : sql`${text}`)
  return all([
    raw('true'),
    ...(event === undefined ? [] : [sql`event = ${value(event)}`]),
    ...(person === undefined
      ? []
      : [sql`(account = ${value(person)}::uuid or actor = ${value(person)}::uuid)`]),
    ...(address === undefined ? [] : [sql`address = ${value(address)}`]),
    ...(from === undefined ? [] : [sql`at >= ${value(from)}::timestamptz`]),
    ...(until === undefined ? [] : [sql`at < ${value(until)}::timestamptz`]),
  ])
}
