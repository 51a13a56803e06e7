import { hash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Resource } from '#model/resource.ts'
import type { Claim } from './claim.ts'
import type { Devices } from './devices.ts'
import type { Filled } from './filled.ts'
import { inTransaction, type Tx } from './pool.ts'
import { wholeRows } from './rows.ts'
import { columnsOf, type Data, type Stored, shapeOf } from './shape.ts'
import { raw, rowsOf, run, sql } from './sql.ts'

/** Whose token it is, with the authority of this very moment. */
export interface SessionOwner {
  id: string
  data: Data
}

export interface Sessions {
  /**
   * Starts a session and notes the login and the device, unless the user or the password changed since it
   * was checked; then undefined. Gives the token, of which only the hash is stored. Of a user's sessions
   * so many stay as are allowed; the oldest ends.
   */
  start(
    userId: string,
    checkedHash: string,
    marker: string,
  ): Promise<{ token: string; user: Stored } | undefined>
  /** The owner of a live token; undefined for any other text, and for users who are no longer active. */
  owner(token: string): Promise<SessionOwner | undefined>
  /** The same, for a statement that reads something else with it; undefined for what can be no token. */
  claim(token: string): Claim | undefined
  end(token: string): Promise<void>
  /** Ends all sessions of these users, inside the caller's transaction. Gives those who had one. */
  endAll(tx: Tx, userIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Deletes what has run out. */
  sweep(): Promise<void>
}

export interface SessionLimits {
  idleMinutes: number
  hours: number
  /** Live sessions that one user may have. */
  perUser: number
}

const TOUCH_SECONDS = 60
/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Sessions as opaque tokens. All times are the database's, so that servers need not agree on a clock. */
export function createSessions(
  pool: pg.Pool,
  users: Resource,
  filled: Filled,
  devices: Devices,
  limits: SessionLimits,
): Sessions {
  const { table, kept, keptTable } = shapeOf(users)
  const rows = wholeRows(users)
  const columns = columnsOf(users, (column) => filled.has(table, column), 't')
  const lastLogin = raw(kept.find(({ path }) => path === 'lastLogin')?.name ?? '')
  const idle = `interval '${limits.idleMinutes} minutes'`
  const whole = `interval '${limits.hours} hours'`
  const touch = `interval '${TOUCH_SECONDS} seconds'`
  const isLive = `s.last_used_at > now() - ${idle} and s.created_at > now() - ${whole}`
  const isActiveUser = () => `t.deleted_at is null and ${columns.value('isActive')}`

  const ownerOf = (what: string) =>
    `select s.last_used_at < now() - ${touch} as is_stale, ${what}
      from sessions s join ${table} t on t.id = s.user_id
      where s.token_hash = $1 and ${isLive} and ${isActiveUser()}`

  /** Nobody waits for it, and the next request tries again. */
  const touchIf = (isStale: unknown, hash: Buffer) => {
    if (isStale) touchSession(hash).catch(() => undefined)
  }

  /** The text of a claim's select: of the owner the id and the role, which is all that a right depends on. */
  let claimed = { form: '', text: '' }
  const claimText = () => {
    const form = String(filled.generation)
    if (claimed.form !== form)
      claimed = { form, text: ownerOf(`t.id as owner_id, ${columns.value('role')} as role`) }
    return claimed
  }

  const touchSession = (hash: Buffer) =>
    run(
      pool,
      sql`update sessions set last_used_at = now()
        where token_hash = ${hash} and last_used_at < now() - ${raw(touch)}`,
    )

  /** Leaves the latest live ones. The user's row is locked: sign-ins at the same moment come one by one. */
  const endAllBut = (tx: Tx, userId: string, most: number) =>
    run(
      tx,
      sql`delete from sessions where user_id = ${userId} and token_hash not in (
        select s.token_hash from sessions s where s.user_id = ${userId} and ${raw(isLive)}
        order by s.created_at desc limit ${most}
      )`,
    )

  return {
    start: (userId, checkedHash, marker) =>
      inTransaction(pool, async (tx) => {
        const locked = await tx.query<unknown[]>({
          text: `select ${rows.select} from ${table} t where t.id = $1 and ${isActiveUser()} for update`,
          values: [userId],
          rowMode: 'array',
        })
        const [user] = locked.rows
        const [unchanged] = await rowsOf(
          tx,
          sql`select user_id from credentials
            where user_id = ${userId} and hash = ${checkedHash} for share`,
        )
        if (!user || !unchanged) return undefined
        await run(
          tx,
          sql`insert into ${raw(keptTable)} as k (id, ${lastLogin}) values (${userId}, clock_timestamp())
            on conflict (id) do update set ${lastLogin} = excluded.${lastLogin}`,
        )
        const token = randomBytes(32).toString('base64url')
        await endAllBut(tx, userId, limits.perUser - 1)
        // After the wait for the user's row, so that the order of sessions is that of their starts.
        await run(
          tx,
          sql`insert into sessions (token_hash, user_id, created_at)
            values (${hashOf(token)}, ${userId}, clock_timestamp())`,
        )
        await devices.note(tx, userId, marker)
        return { token, user: rows.read(user) }
      }),

    async owner(token) {
      if (!TOKEN.test(token)) return undefined
      const hash = hashOf(token)
      const { rows: found } = await pool.query<unknown[]>({
        name: `session_owner_${filled.generation}`,
        text: ownerOf(rows.select),
        values: [hash],
        rowMode: 'array',
      })
      const [row] = found
      if (!row) return undefined
      touchIf(row[0], hash)
      const { id, data } = rows.read(row, 1)
      return { id, data }
    },

    claim(token) {
      if (!TOKEN.test(token)) return undefined
      const hash = hashOf(token)
      return {
        ...claimText(),
        hash,
        width: 3,
        read([isStale, id, role]) {
          touchIf(isStale, hash)
          return { id: String(id), data: { role } }
        },
      }
    },

    async end(token) {
      await run(pool, sql`delete from sessions where token_hash = ${hashOf(token)}`)
    },

    async endAll(tx, userIds) {
      if (userIds.length === 0) return new Set()
      const ended = await rowsOf<{ id: string }>(
        tx,
        sql`delete from sessions where user_id = any(${[...userIds]}::uuid[]) returning user_id as id`,
      )
      return new Set(ended.map(({ id }) => id))
    },

    async sweep() {
      await run(
        pool,
        sql`delete from sessions
          where created_at < now() - ${raw(whole)} or last_used_at < now() - ${raw(idle)}`,
      )
    },
  }
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
