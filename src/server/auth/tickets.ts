import { hash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import { addressKey, createLimiter, waitOf } from './limits.ts'

/**
 * What a ticket is for: the second factor after the password; an answer of a passkey; one that is being added;
 * a way to another provider and back; the session that comes of that; an account there that is to be linked.
 */
export type TicketKind = 'factor' | 'passkey' | 'new-passkey' | 'sign-on' | 'signed-on' | 'link'

export interface Ticket {
  userId: string | null
  holds: Readonly<Record<string, unknown>>
}

/** Steps on the way to a session, each known by a ticket that is good once, for a few minutes. It is no session. */
export interface Tickets {
  /** Gives the ticket, of which only the hash is stored. */
  make(
    kind: TicketKind,
    given: Partial<Ticket> & { ticket?: string },
    runner?: Runner,
  ): Promise<string>
  /** Counts what somebody begins without a word of who it is; gives the seconds to wait when that is too much. */
  waitOf(address: string): Promise<number | undefined>
  /** What stands behind a live ticket, which stays good. */
  look(kind: TicketKind, ticket: string): Promise<Ticket | undefined>
  /** The same, and the ticket is used up; of several who take it at once, one does. */
  take(runner: Runner, kind: TicketKind, ticket: string): Promise<Ticket | undefined>
  /** Counts a wrong answer. After a few the ticket is good for nothing. */
  miss(ticket: string): Promise<void>
  /** Inside the caller's transaction: what this person has begun ends. */
  endAll(runner: Runner, userId: string): Promise<void>
  /** Deletes what has run out. */
  sweep(): Promise<void>
}

/** A way to another provider and back takes a person longer. */
const MINUTES: Readonly<Record<TicketKind, number>> = {
  ...{ factor: 5, passkey: 5, 'new-passkey': 5, 'signed-on': 5, link: 5 },
  'sign-on': 15,
}
const MOST_MISSES = 5
/** Of one address. A page of sign-in may begin each time it is opened, and many people share an address. */
const MOST_BEGINNINGS = { most: 300, windowMinutes: 15 }
/** 32 random bytes in base64url. */
const TICKET = /^[A-Za-z0-9_-]{43}$/

/** 32 random bytes, as text. */
export function newTicket(): string {
  return randomBytes(32).toString('base64url')
}

export function createTickets(pool: pg.Pool): Tickets {
  const beginnings = createLimiter(pool, { of: 'begin', ...MOST_BEGINNINGS })
  const isLive = raw('expires_at > now()')
  return {
    async make(kind, { ticket = newTicket(), userId = null, holds = {} }, runner = pool) {
      await run(
        runner,
        sql`insert into tickets (ticket_hash, kind, user_id, holds, expires_at)
          values (${hashOf(ticket)}, ${kind}, ${userId}, ${JSON.stringify(holds)}::jsonb,
            now() + make_interval(mins => ${MINUTES[kind]}))`,
      )
      return ticket
    },

    waitOf: (address) => waitOf(beginnings, addressKey(address)),

    async look(kind, ticket) {
      if (!TICKET.test(ticket)) return undefined
      const [found] = await rowsOf<Ticket>(
        pool,
        sql`select user_id as "userId", holds from tickets
          where ticket_hash = ${hashOf(ticket)} and kind = ${kind} and ${isLive}`,
      )
      return found
    },

    async take(runner, kind, ticket) {
      if (!TICKET.test(ticket)) return undefined
      const [found] = await rowsOf<Ticket>(
        runner,
        sql`delete from tickets
          where ticket_hash = ${hashOf(ticket)} and kind = ${kind} and ${isLive}
          returning user_id as "userId", holds`,
      )
      return found
    },

    async miss(ticket) {
      const hashed = hashOf(ticket)
      await run(pool, sql`update tickets set misses = misses + 1 where ticket_hash = ${hashed}`)
      await run(
        pool,
        sql`delete from tickets where ticket_hash = ${hashed} and misses >= ${MOST_MISSES}`,
      )
    },

    async endAll(runner, userId) {
      await run(runner, sql`delete from tickets where user_id = ${userId}`)
    },

    async sweep() {
      await run(pool, sql`delete from tickets where expires_at < now()`)
    },
  }
}

function hashOf(ticket: string): Buffer {
  return hash('sha256', ticket, 'buffer')
}
