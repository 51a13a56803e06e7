import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { BOUNDED_EVENTS, SECURITY_DAYS, type SecurityEventName } from '#contract/security-log.ts'
import { addressKey, plainAddress } from '#server/auth/limits.ts'
import { faultOf } from '#server/db/faults.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { type Runner, raw, run, sql } from '#server/db/sql.ts'
import { isId } from '#server/records/shape.ts'

/** Ids and IP addresses. Never an email address, a password, a token or a user's name. */
export interface SecurityFacts {
  /** The id of the affected user; null if there is none. */
  account: string | null
  /** The client's address; null for commands and starts. */
  address: string | null
  reqId?: string | null
  /** The author, if different from the account. */
  by?: string | null
  /** The new value: a role, a status, a format. */
  to?: string
  status?: 401 | 403
  /** The name of a program's token. */
  service?: string
  device?: string
  /** The object of the action: a resource, a kind of factor, a route. */
  what?: string
  record?: string
  count?: number
}

export interface Noted {
  event: SecurityEventName
  facts: SecurityFacts
}

type Texts = 'account' | 'actor' | 'address' | 'device' | 'request' | 'became' | 'what' | 'record'

/** An event as it is stored. */
export interface LoggedEvent extends Record<Texts, string | null> {
  id: string
  at: string
  event: SecurityEventName
  count: number | null
}

/** The message of the lines in the process log. */
export const SECURITY_WORD = 'security'
const WINDOW_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** The most log lines per window for events that anonymous clients can cause: per address, and in total. */
const MOST_OF_ONE = 10
const MOST_OF_ALL = 300
/** The most rows per hour for such events, because rows are kept for months. */
const MOST_KEPT = 1500
/** The most rows that wait for the database. Further ones are only counted. */
const MOST_WAITING = 1000
const RETRY_MS = 1000
const MOST_TEXT = 200

export type SecurityLog = ReturnType<typeof createSecurityLog>

/**
 * Creates the security log. Each event is a line of the process log, which `write` logs at its default level, and a row
 * of the security log. A flood of denied requests leaves a few lines and rows per address and minute, and then the
 * number of those omitted.
 */
export function createSecurityLog(
  write: (line: Readonly<Record<string, unknown>>, word: string) => void,
  pool?: pg.Pool,
) {
  let minute: { written: Map<string, number>; skipped: Map<string | null, number> } | undefined
  let hour = { since: Number.NEGATIVE_INFINITY, kept: 0 }
  let waiting: LoggedEvent[] = []
  /** The number of events without a row. */
  let leftOut = 0
  let writing: Promise<void> = Promise.resolve()
  let isPlanned = false

  const flush = async (): Promise<void> => {
    // The number of omitted events of a flood is logged once, at the end of its minute.
    const [rows, count] = [waiting, minute ? 0 : leftOut]
    if (!pool || rows.length + count === 0) return
    waiting = []
    leftOut -= count
    const missed: Noted = {
      event: 'events_left_out',
      facts: { account: null, address: null, count },
    }
    try {
      await insert(pool, count > 0 ? [...rows, rowOf(missed)] : rows)
    } catch (error) {
      const isHopeless = faultOf(error)?.kind === 'bad-value'
      const all = [...rows, ...waiting]
      waiting = isHopeless ? [] : all.slice(0, MOST_WAITING)
      leftOut += count + all.length - waiting.length
      plan(RETRY_MS)
    }
  }

  const plan = (ms: number) => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      writing = writing.then(flush)
    }, ms).unref()
  }

  const close = () => {
    for (const [source, count] of minute?.skipped ?? []) {
      write({ event: 'lines_left_out', source, count }, SECURITY_WORD)
      leftOut += count
    }
    minute = undefined
    plan(0)
  }

  /**
   * Counts a line that anonymous clients can cause. Returns whether it may be written. Tracks at most MOST_OF_ALL
   * addresses.
   */
  const mayWrite = (address: string): boolean => {
    if (!minute) setTimeout(close, WINDOW_MS).unref()
    minute ??= { written: new Map(), skipped: new Map() }
    const { written, skipped } = minute
    const source = addressKey(address)
    const lines = written.get(source) ?? 0
    const all = [...written.values()].reduce((total, one) => total + one, 0)
    if (lines < MOST_OF_ONE && all < MOST_OF_ALL) {
      written.set(source, lines + 1)
      return true
    }
    const counted = lines > 0 ? source : null
    skipped.set(counted, (skipped.get(counted) ?? 0) + 1)
    return false
  }

  const mayKeep = (): boolean => {
    const now = Date.now()
    if (now - hour.since >= HOUR_MS) hour = { since: now, kept: 0 }
    hour.kept += 1
    return hour.kept <= MOST_KEPT
  }

  const writeLine = ({ event, facts: { address, ...facts } }: Noted) =>
    write({ event, address: address && plainAddress(address), ...facts }, SECURITY_WORD)

  return {
    /**
     * Writes the line now and the row in the background, again each second while the database is away. A crash loses
     * the rows of the last second.
     */
    note(event: SecurityEventName, facts: SecurityFacts): void {
      const { address } = facts
      const isBounded = address !== null && BOUNDED_EVENTS.includes(event)
      if (isBounded && !mayWrite(address)) return
      writeLine({ event, facts })
      if (waiting.length >= MOST_WAITING || (isBounded && !mayKeep())) leftOut += 1
      else {
        waiting.push(rowOf({ event, facts }))
        plan(0)
      }
    },

    /** Writes the rows in the transaction of the action. */
    noteIn: (tx: Tx, noted: readonly Noted[]) => insert(tx, noted.map(rowOf)),

    /** Writes the lines of these rows, after the commit. */
    tell(noted: readonly Noted[]): void {
      for (const one of noted) writeLine(one)
    },

    /** Writes the counts of a flood, at shutdown. */
    close,

    /** Waits until all rows are written that can be. */
    async settled(): Promise<void> {
      await writing
      await flush()
    },
  }
}

/** Deletes events older than `SECURITY_DAYS` and logs that, once a day. */
export async function sweepSecurityEvents(pool: pg.Pool, now = new Date()): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  await inTransaction(pool, async (tx) => {
    const count = await run(
      tx,
      sql`delete from security_events where at < ${before(SECURITY_DAYS)}::timestamptz and exists (
        select 1 from security_events where at < ${before(SECURITY_DAYS + 1)}::timestamptz)`,
    )
    const facts = { account: null, address: null, count }
    if (count > 0)
      await insert(tx, [{ ...rowOf({ event: 'log_swept', facts }), at: now.toISOString() }])
  })
}

function rowOf({ event, facts }: Noted): LoggedEvent {
  const { account, by = null, address, reqId, to, device, service, record, count = null } = facts
  return {
    id: uuidv7(),
    at: new Date().toISOString(),
    event,
    account: account !== null && isId(account) ? account : null,
    actor: by !== null && isId(by) && by !== account ? by : null,
    address: plain(address && plainAddress(address)),
    device: plain(device),
    request: plain(reqId),
    became: plain(to),
    // The name of a token comes before the action.
    what: plain([service, facts.what].filter(Boolean).join(': ')),
    record: plain(record),
    count,
  }
}

/** Clients may send any text. Keeps one line of characters that the database allows. */
function plain(text: string | null | undefined): string | null {
  return text?.replace(/\p{Cc}|\p{Cs}/gu, ' ').slice(0, MOST_TEXT) || null
}

/** Empty for events of erased users. */
const unlessErased = (column: string) =>
  raw(`case when exists (select 1 from erased
  where resource = 'users' and record_id = coalesce(e.actor, e.account)) then null else ${column} end`)

/** Skips rows that are already stored, because a batch is written again if the response was lost. */
async function insert(runner: Runner, rows: readonly LoggedEvent[]): Promise<void> {
  if (rows.length === 0) return
  await run(
    runner,
    sql`insert into security_events (id, at, event, account, actor, request, became, what, record,
        count, address, device)
      select id, at, event, account, actor, request, became, what, record, count,
        ${unlessErased('address')}, ${unlessErased('device')}
      from json_populate_recordset(null::security_events, ${JSON.stringify(rows)}::json) as e
      on conflict (id) do nothing`,
  )
}
