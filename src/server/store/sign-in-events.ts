import { uuidv7 } from 'uuidv7'
import { SIGN_IN_EVENT_DAYS, type SignInEventName } from '#contract/sign-in-events.ts'
import { MOST_COUNTED, type Total } from './list.ts'
import { all, type Runner, raw, rowsOf, run, sql } from './sql.ts'

/** What happened around signing in, as it is kept. */
export interface KeptEvent {
  event: SignInEventName
  userId: string
  byId: string | null
  address: string | null
  became: string | null
}

export interface EventFilter {
  user?: string | undefined
  event?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

export interface SignInEvents {
  /** Nobody waits for it; what comes at once is written at once. The security log has it in any case. */
  add(event: KeptEvent): void
  /** The latest first. */
  list(
    filter: EventFilter,
    page: { offset: number; limit: number },
  ): Promise<{ events: (KeptEvent & { id: string; at: string })[] } & Total>
  /** Deletes those that are older than SIGN_IN_EVENT_DAYS. */
  sweep(): Promise<void>
  /** When all are written. */
  settled(): Promise<void>
}

/** So many are kept of one moment: a flood stands in the log alone. */
const MOST_AT_ONCE = 1000

export function createSignInEvents(pool: Runner): SignInEvents {
  let waiting: (KeptEvent & { id: string; at: string })[] = []
  let writing: Promise<unknown> = Promise.resolve()

  const write = async (): Promise<void> => {
    const rows = waiting
    waiting = []
    if (rows.length === 0) return
    await run(
      pool,
      sql`insert into sign_in_events (id, at, event, user_id, by_id, address, became)
        select id, at, event, "userId", "byId", address, became
        from json_to_recordset(${JSON.stringify(rows)}::json) as e(id uuid, at timestamptz, event text,
          "userId" uuid, "byId" uuid, address text, became text)`,
    ).catch(() => undefined)
  }

  return {
    add(event) {
      if (waiting.length >= MOST_AT_ONCE) return
      waiting.push({ ...event, id: uuidv7(), at: new Date().toISOString() })
      if (waiting.length === 1)
        setImmediate(() => {
          writing = writing.then(write)
        })
    },

    async list({ user, event, from, until }, { offset, limit }) {
      const where = all([
        raw('true'),
        ...(user === undefined ? [] : [sql`user_id = ${user}`]),
        ...(event === undefined ? [] : [sql`event = ${event}`]),
        ...(from === undefined ? [] : [sql`at >= ${from}`]),
        ...(until === undefined ? [] : [sql`at < ${until}`]),
      ])
      const [events, [row]] = await Promise.all([
        rowsOf<KeptEvent & { id: string; at: string }>(
          pool,
          sql`select id, at, event, user_id as "userId", by_id as "byId", address, became
            from sign_in_events where ${where}
            order by at desc, id desc limit ${limit} offset ${offset}`,
        ),
        rowsOf<{ n: number }>(
          pool,
          sql`select count(*) as n from
            (select 1 from sign_in_events where ${where} limit ${MOST_COUNTED + 1}) as counted`,
        ),
      ])
      const n = row?.n ?? 0
      return { events, total: Math.min(n, MOST_COUNTED), isMore: n > MOST_COUNTED }
    },

    async sweep() {
      await run(
        pool,
        sql`delete from sign_in_events
          where at < now() - ${raw(`interval '${SIGN_IN_EVENT_DAYS} days'`)}`,
      )
    },

    async settled() {
      await writing
      await write()
    },
  }
}
