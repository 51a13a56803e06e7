import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import { hashOf, newSecret } from './secrets.ts'

/** Minutes that a ticket of each kind is valid. Signing in at a provider takes longer. */
const MINUTES = {
  /** The second factor after the password. */
  factor: 5,
  /** An answer of a passkey. */
  passkey: 5,
  /** A passkey that is being added. */
  'new-passkey': 5,
  /** A redirect to a provider and back. */
  'sign-on': 15,
  /** The session after that. */
  'signed-on': 5,
  /** A provider's account that is to be linked. */
  link: 5,
} as const
export type TicketKind = keyof typeof MINUTES

export interface Ticket {
  userId: string | null
  holds: Readonly<Record<string, unknown>>
}

const MOST_MISSES = 5
const IS_LIVE = raw('expires_at > now()')

/** Steps of a sign-in. A ticket is valid once, for a few minutes, and is no session. Only its hash is stored. */
export function createTickets(pool: Runner) {
  return {
    async make(
      kind: TicketKind,
      {
        ticket = newSecret(),
        userId = null,
        holds = {},
      }: Partial<Ticket> & { ticket?: string } = {},
      runner = pool,
    ): Promise<string> {
      await run(
        runner,
        sql`insert into tickets (ticket_hash, kind, user_id, holds, expires_at)
          values (${hashOf(ticket)}, ${kind}, ${userId}, ${JSON.stringify(holds)}::jsonb,
            now() + make_interval(mins => ${MINUTES[kind]}))`,
      )
      return ticket
    },

    /** Reads a live ticket, which stays valid. */
    async look(kind: TicketKind, ticket: string): Promise<Ticket | undefined> {
      const [found] = await rowsOf<Ticket>(
        pool,
        sql`select user_id as "userId", holds from tickets
          where ticket_hash = ${hashOf(ticket)} and kind = ${kind} and ${IS_LIVE}`,
      )
      return found
    },

    /** Uses up a live ticket. Of parallel calls, one gets it. */
    async take(runner: Runner, kind: TicketKind, ticket: string): Promise<Ticket | undefined> {
      const [found] = await rowsOf<Ticket>(
        runner,
        sql`delete from tickets
          where ticket_hash = ${hashOf(ticket)} and kind = ${kind} and ${IS_LIVE}
          returning user_id as "userId", holds`,
      )
      return found
    },

    /** Counts a wrong answer. A few end the ticket. */
    async miss(ticket: string): Promise<void> {
      const hashed = hashOf(ticket)
      await run(pool, sql`update tickets set misses = misses + 1 where ticket_hash = ${hashed}`)
      await run(
        pool,
        sql`delete from tickets where ticket_hash = ${hashed} and misses >= ${MOST_MISSES}`,
      )
    },

    async endAll(runner: Runner, userId: string): Promise<void> {
      await run(runner, sql`delete from tickets where user_id = ${userId}`)
    },

    /** Deletes expired tickets. */
    async sweep(): Promise<void> {
      await run(pool, sql`delete from tickets where expires_at < now()`)
    },
  }
}

const LINK_MINUTES = 60

/** Links that set a password once, within an hour. Only the hashes of their tokens are stored. */
export function createOneTime(pool: Runner) {
  return {
    async make(userId: string): Promise<{ token: string; expiresAt: Date }> {
      const token = newSecret()
      const [made] = await rowsOf<{ expiresAt: string }>(
        pool,
        sql`insert into one_time (token_hash, user_id, kind, expires_at)
          values (${hashOf(token)}, ${userId}, 'password',
            now() + make_interval(mins => ${LINK_MINUTES}))
          returning expires_at as "expiresAt"`,
      )
      if (!made) throw new Error('The link was not stored.')
      return { token, expiresAt: new Date(made.expiresAt) }
    },

    /** The user of a valid token, which stays valid. */
    async owner(token: string): Promise<string | undefined> {
      const [found] = await rowsOf<{ userId: string }>(
        pool,
        sql`select user_id as "userId" from one_time
          where token_hash = ${hashOf(token)} and used_at is null and ${IS_LIVE}`,
      )
      return found?.userId
    },

    /** Uses up a valid token and returns its user. Of parallel calls, one gets an answer. */
    async use(tx: Runner, token: string): Promise<string | undefined> {
      const [found] = await rowsOf<{ userId: string }>(
        tx,
        sql`update one_time set used_at = now()
          where token_hash = ${hashOf(token)} and used_at is null and ${IS_LIVE}
          returning user_id as "userId"`,
      )
      return found?.userId
    },

    async endAll(tx: Runner, userIds: readonly string[]): Promise<void> {
      if (userIds.length === 0) return
      await run(tx, sql`delete from one_time where user_id = any(${[...userIds]}::uuid[])`)
    },

    /** Deletes links a day after they expired. */
    async sweep(): Promise<void> {
      await run(pool, sql`delete from one_time where expires_at < now() - interval '1 day'`)
    },
  }
}
