import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import { isId } from '#server/records/shape.ts'
import type { SessionLimits } from './sessions.ts'

/** A live session, as its owner is shown it. */
export interface KeptSession {
  id: string
  userAgent: string | null
  address: string | null
  createdAt: string
  lastUsedAt: string
}

/** The sessions of one person, by the ids that the person is shown. */
export interface OwnSessions {
  /** Live ones, the one last used first. */
  list(userId: string): Promise<KeptSession[]>
  /** Whether there was such a one of this person. */
  end(userId: string, id: string): Promise<boolean>
  /** All but this one. Gives how many. */
  endOthers(runner: Runner, userId: string, id: string): Promise<number>
  /** Notes that it was proved just now to be the same person. */
  confirm(id: string): Promise<void>
}

export function createOwnSessions(
  pool: Runner,
  { idleMinutes, hours }: SessionLimits,
): OwnSessions {
  const isLive = raw(
    `last_used_at > now() - interval '${idleMinutes} minutes' and created_at > now() - interval '${hours} hours'`,
  )
  return {
    list: (userId) =>
      rowsOf<KeptSession>(
        pool,
        sql`select id, user_agent as "userAgent", address, created_at as "createdAt",
            last_used_at as "lastUsedAt"
          from sessions where user_id = ${userId} and ${isLive}
          order by last_used_at desc, created_at desc`,
      ),

    async end(userId, id) {
      if (!isId(id)) return false
      const ended = await run(
        pool,
        sql`delete from sessions where user_id = ${userId} and id = ${id} and ${isLive}`,
      )
      return ended > 0
    },

    endOthers: (runner, userId, id) =>
      run(runner, sql`delete from sessions where user_id = ${userId} and id <> ${id}`),

    async confirm(id) {
      await run(pool, sql`update sessions set confirmed_at = now() where id = ${id}`)
    },
  }
}
