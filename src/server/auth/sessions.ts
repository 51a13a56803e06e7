import { hash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Must, Preferences } from '#contract/auth.ts'
import type { Resource } from '#model/resource.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import {
  columnsOf,
  type Data,
  isId,
  type Stored,
  shapeOf,
  wholeRows,
} from '#server/records/shape.ts'
import type { Devices } from './devices.ts'
import { plainAddress } from './limits.ts'
import { preferencesOf } from './preferences.ts'

/** Whose token it is, with the authority of this very moment. */
export interface SessionOwner {
  id: string
  data: Data
  /** What has to be done before anything else may be called. */
  must?: readonly Must[]
  /** Absent for the owner of a program's token. */
  session?: OwnerSession
}

/** What is known of a session beside its owner. */
export interface OwnerSession {
  id: string
  /** Until when it counts as just proved that it is the same person; null when that is over. */
  confirmedUntil: Date | null
  preferences: Preferences
}

/** Somebody who was proved to be a user, on a device. */
export interface SignIn {
  userId: string
  /** The hash that the password was checked against; undefined where something else was proof. */
  checkedHash: string | undefined
  /** Uses up what was proof, in the transaction in which the session begins. False when it was used meanwhile. */
  use?: ((tx: Tx) => Promise<boolean>) | undefined
  /** By which the device is known later. */
  marker: string
  from: { userAgent: string | undefined; address: string }
}

/** Somebody who is in. */
export interface Started {
  token: string
  user: Stored
  must: readonly Must[]
  preferences: Preferences
}

export interface Sessions {
  /**
   * Starts a session and notes the login and the device, unless the user or the password changed since it
   * was checked; then undefined. Gives the token, of which only the hash is stored. Of a user's sessions
   * so many stay as are allowed; the oldest ends.
   */
  start(signIn: SignIn): Promise<Started | undefined>
  /** The owner of a live token; undefined for any other text, and for users who are no longer active. */
  owner(token: string): Promise<SessionOwner | undefined>
  end(token: string): Promise<void>
  /** How many live ones a user has. */
  countOf(userId: string): Promise<number>
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
  /** For so long it counts that somebody proved to be the one who signed in. */
  confirmMinutes: number
  /** Roles that may not be without a second factor. */
  secondFactorRoles?: readonly string[]
}

const TOUCH_SECONDS = 60
/** Of what a browser says of itself. */
const LONGEST_AGENT = 256
/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Sessions as opaque tokens. All times are the database's, so that servers need not agree on a clock. */
export function createSessions(
  pool: pg.Pool,
  users: Resource,
  devices: Devices,
  limits: SessionLimits,
): Sessions {
  const { table, kept, keptTable } = shapeOf(users)
  const rows = wholeRows(users)
  const columns = columnsOf(users, 't')
  const lastLogin = raw(kept.find(({ path }) => path === 'lastLogin')?.name ?? '')
  const idle = `interval '${limits.idleMinutes} minutes'`
  const whole = `interval '${limits.hours} hours'`
  const confirmed = `interval '${limits.confirmMinutes} minutes'`
  const touch = `interval '${TOUCH_SECONDS} seconds'`
  const isLive = `s.last_used_at > now() - ${idle} and s.created_at > now() - ${whole}`
  const isActiveUser = `t.deleted_at is null and ${columns.value('isActive')}`

  const must = mustSql(columns.value('role'), limits.secondFactorRoles ?? [])
  const byHash = {
    name: 'session_owner',
    text: `select s.last_used_at < now() - ${touch}, ${must}, s.id,
        case when s.confirmed_at > now() - ${confirmed} then s.confirmed_at + ${confirmed} end,
        (select p.data from preferences p where p.user_id = t.id), ${rows.select}
      from sessions s join ${table} t on t.id = s.user_id left join credentials c on c.user_id = t.id
      where s.token_hash = $1 and ${isLive} and ${isActiveUser}`,
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

  const mustNow = async (tx: Tx, userId: string) => {
    const [found] = await rowsOf<{ must: string | null }>(
      tx,
      sql`select ${raw(must)} as must from ${raw(table)} t
        left join credentials c on c.user_id = t.id where t.id = ${userId}`,
    )
    return mustOf(found?.must)
  }

  return {
    start: ({ userId, checkedHash, use, marker, from }) =>
      inTransaction(pool, async (tx) => {
        const locked = await tx.query<unknown[]>({
          text: `select ${rows.select} from ${table} t where t.id = $1 and ${isActiveUser} for update`,
          values: [userId],
          rowMode: 'array',
        })
        const [user] = locked.rows
        const [known] = await rowsOf<{ hash: string }>(
          tx,
          sql`select hash from credentials where user_id = ${userId} for share`,
        )
        if (!user || (checkedHash !== undefined && known?.hash !== checkedHash)) return undefined
        if (use && !(await use(tx))) return undefined
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
          sql`insert into sessions
              (token_hash, user_id, created_at, last_used_at, confirmed_at, user_agent, address)
            values (${hashOf(token)}, ${userId}, clock_timestamp(), clock_timestamp(), clock_timestamp(),
              ${from.userAgent?.slice(0, LONGEST_AGENT) ?? null}, ${plainAddress(from.address)})`,
        )
        await devices.note(tx, userId, marker)
        return {
          ...{ token, user: rows.read(user), must: await mustNow(tx, userId) },
          preferences: await preferencesOf(tx, userId),
        }
      }),

    async owner(token) {
      if (!TOKEN.test(token)) return undefined
      const hash = hashOf(token)
      const { rows: found } = await pool.query<unknown[]>({
        ...byHash,
        values: [hash],
        rowMode: 'array',
      })
      const [row] = found
      if (!row) return undefined
      const [isStale, said, session, confirmedUntil, preferences] = row
      // Not awaited: the next request tries again.
      if (isStale) touchSession(hash).catch(() => undefined)
      const { id, data } = rows.read(row.slice(5))
      return {
        ...{ id, data, must: mustOf(said) },
        session: {
          id: String(session),
          confirmedUntil: confirmedUntil === null ? null : new Date(String(confirmedUntil)),
          preferences: preferences ?? {},
        },
      }
    },

    async end(token) {
      await run(pool, sql`delete from sessions where token_hash = ${hashOf(token)}`)
    },

    async countOf(userId) {
      const [found] = await rowsOf<{ live: number }>(
        pool,
        sql`select count(*)::int as live from sessions s
          where s.user_id = ${userId} and ${raw(isLive)}`,
      )
      return found?.live ?? 0
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

/**
 * What a user `t`, whose credentials are `c`, has to do before anything else, as words with commas; null of nothing.
 * `role` is the SQL of the user's role, `withFactor` are the roles that may not be without a second factor.
 */
function mustSql(role: string, withFactor: readonly string[]): string {
  const password = `case when c.must_change then 'password' end`
  if (withFactor.length === 0) return password
  const roles = withFactor.map((one) => `'${one.replaceAll("'", "''")}'`).join(', ')
  const factor = `case when ${role} in (${roles})
    and not exists (select from passkeys f where f.user_id = t.id)
    and not exists (select from totps f where f.user_id = t.id and f.secret is not null)
    then 'factor' end`
  return `nullif(concat_ws(',', ${password}, ${factor}), '')`
}

/** The same, read. */
function mustOf(said: unknown): readonly Must[] {
  return typeof said === 'string' ? (said.split(',') as Must[]) : []
}

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
