import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import { hashOf, newSecret } from './secrets.ts'

/** Minutes that a ticket of each kind is valid. */
const MINUTES = {
  /** The second factor after the password. */
  factor: 5,
  /** A passkey response. */
  passkey: 5,
  'new-passkey': 5,
  /** A redirect to a provider and back. */
  'sign-on': 15,
  /** The session after the redirect. */
  'signed-on': 5,
  /** Linking a provider's account. */
  link: 5,
  /** A link that sets a password. */
  password: 60,
} as const
type TicketKind = keyof typeof MINUTES

interface Ticket {
  userId: string | null
  holds: Readonly<Record<string, unknown>>
}

const MOST_MISSES = 5

/**
 * Creates the service for tickets: steps of a sign-in, and password links. A ticket works once, within minutes, and is
 * not a session. Only its hash is stored.
 */
export function createTickets(pool: Runner) {
  const isLive = (kind: TicketKind, ticket: string) =>
    sql`ticket_hash = ${hashOf(ticket)} and kind = ${kind} and expires_at > now() and misses < ${MOST_MISSES}`
  const columns = raw('user_id as "userId", holds')
  return {
    async make(
      kind: TicketKind,
      given: Partial<Ticket & { ticket: string }> = {},
      runner = pool,
    ): Promise<{ ticket: string; expiresAt: string }> {
      const { ticket = newSecret(), userId = null, holds = {} } = given
      const [made] = await rowsOf<{ expiresAt: string }>(
        runner,
        sql`insert into tickets (ticket_hash, kind, user_id, holds, expires_at)
          values (${hashOf(ticket)}, ${kind}, ${userId}, ${JSON.stringify(holds)}::jsonb,
            now() + make_interval(mins => ${MINUTES[kind]}))
          returning expires_at as "expiresAt"`,
      )
      return { ticket, expiresAt: made?.expiresAt ?? '' }
    },

    /** Reads a valid ticket. The ticket stays valid. */
    async find(kind: TicketKind, ticket: string): Promise<Ticket | undefined> {
      const live = sql`select ${columns} from tickets where ${isLive(kind, ticket)}`
      return (await rowsOf<Ticket>(pool, live))[0]
    },

    /** Reads a valid ticket and ends it. Only one of several parallel calls gets it. */
    async take(runner: Runner, kind: TicketKind, ticket: string): Promise<Ticket | undefined> {
      const taken = sql`delete from tickets where ${isLive(kind, ticket)} returning ${columns}`
      return (await rowsOf<Ticket>(runner, taken))[0]
    },

    /** Counts a wrong response. A few of them end the ticket. */
    countMiss: (ticket: string) =>
      run(pool, sql`update tickets set misses = misses + 1 where ticket_hash = ${hashOf(ticket)}`),

    /** Ends the tickets of users: pending sign-ins, or password links. */
    async endAll(
      runner: Runner,
      userIds: readonly string[],
      of: 'sign-ins' | 'links' = 'sign-ins',
    ): Promise<void> {
      if (userIds.length === 0) return
      await run(
        runner,
        sql`delete from tickets where user_id = any(${[...userIds]}::uuid[])
          and (kind = 'password') = ${of === 'links'}`,
      )
    },

    /** Deletes expired tickets. */
    sweep: () => run(pool, sql`delete from tickets where expires_at < now()`),
  }
}
