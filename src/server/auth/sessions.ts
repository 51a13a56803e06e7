import type pg from 'pg'
import type { Must, OwnSession, Preferences } from '#contract/auth.ts'
import type { Resource } from '#model/resource.ts'
import type { Config } from '#server/config.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import { columnsOf, type Data, isId, shapeOf, wholeRows } from '#server/records/shape.ts'
import { plainAddress } from './limits.ts'
import { hashOf, isSecret, newSecret } from './secrets.ts'

/** The user or program that owns a token, with its current permissions. */
export interface SessionOwner {
  id: string
  data: Data
  /** Steps that the user must complete before any other call. */
  must?: readonly Must[]
  /** Absent for an API token. */
  session?: {
    id: string
    /** When the recent confirmation expires; null without one. */
    confirmedUntil: Date | null
    preferences: Preferences
  }
}

/** A verified sign-in on a device. */
export interface SignIn {
  userId: string
  /** The hash that the password was checked against; undefined without a password. */
  checkedHash?: string | undefined
  /** Marks the proof as used, in the transaction that starts the session. Returns false if it was already used. */
  use?: ((tx: Tx) => Promise<boolean>) | undefined
  /** Identifies the device at its next sign-in. */
  marker: string
  from: { userAgent: string | undefined; address: string }
}

/** Days that a device keeps its marker. Browsers limit cookies to little more. */
export const MARKER_DAYS = 365
/** Per account, because programs without cookies get a new marker at each sign-in. */
const MOST_DEVICES = 50
const NO_USER = '00000000-0000-0000-0000-000000000000'
const LONGEST_AGENT = 256

/**
 * Creates the service for sessions (opaque tokens) and for devices that have signed in before (a random marker in a
 * cookie). Only hashes are stored. A marker does not replace the password. All times come from the database.
 */
export function createSessions(pool: pg.Pool, users: Resource, config: Config) {
  const { table, kept, keptTable } = shapeOf(users)
  const rows = wholeRows(users)
  const columns = columnsOf(users, 't')
  const lastLogin = raw(kept.find(({ path }) => path === 'lastLogin')?.name ?? '')
  const idle = `interval '${config.sessionIdleMinutes} minutes'`
  const lifetime = `interval '${config.sessionHours} hours'`
  const confirmed = `interval '${config.confirmMinutes} minutes'`
  const touch = `interval '1 minute'`
  const live = `s.last_used_at > now() - ${idle} and s.created_at > now() - ${lifetime}`
  const isLive = raw(live)
  const isActiveUser = `t.deleted_at is null and ${columns.value('isActive')}`
  const must = mustSql(columns.value('role'), config.secondFactorRoles)

  const byHash = {
    name: 'session_owner',
    text: `select s.last_used_at < now() - ${touch}, ${must}, s.id,
        case when s.confirmed_at > now() - ${confirmed} then s.confirmed_at + ${confirmed} end,
        (select p.data from preferences p where p.user_id = t.id), ${rows.select}
      from sessions s join ${table} t on t.id = s.user_id left join credentials c on c.user_id = t.id
      where s.token_hash = $1 and ${live} and ${isActiveUser}`,
  }

  const find = async (runner: Runner, hash: Buffer) => {
    const found = await runner.query<unknown[]>({ ...byHash, values: [hash], rowMode: 'array' })
    const [row] = found.rows
    if (!row) return undefined
    const [isStale, pending, id, confirmedUntil, preferences] = row
    const user = rows.read(row.slice(5))
    const owner: SessionOwner = {
      id: user.id,
      data: user.data,
      must: typeof pending === 'string' ? (pending.split(',') as Must[]) : [],
      session: {
        id: String(id),
        confirmedUntil: confirmedUntil === null ? null : new Date(String(confirmedUntil)),
        preferences: preferences ?? {},
      },
    }
    return { owner, isStale: isStale === true }
  }

  return {
    /**
     * Starts a session and stores the time of the sign-in and the device. Ends the oldest sessions above the limit.
     * Returns undefined if the user or password changed since the check, or the proof was already used.
     */
    start: ({ userId, checkedHash, use, marker, from }: SignIn) =>
      inTransaction(pool, async (tx) => {
        // Locks the user, so that parallel sign-ins run one after the other.
        const active = await run(
          tx,
          sql`select from ${raw(table)} t where t.id = ${userId} and ${raw(isActiveUser)} for update`,
        )
        const [known] = await rowsOf<{ hash: string }>(
          tx,
          sql`select hash from credentials where user_id = ${userId} for share`,
        )
        if (active === 0 || (checkedHash !== undefined && known?.hash !== checkedHash))
          return undefined
        if (use && !(await use(tx))) return undefined
        await run(
          tx,
          sql`insert into ${raw(keptTable)} as k (id, ${lastLogin}) values (${userId}, clock_timestamp())
            on conflict (id) do update set ${lastLogin} = excluded.${lastLogin}`,
        )
        await run(
          tx,
          sql`delete from sessions where user_id = ${userId} and token_hash not in (
            select s.token_hash from sessions s where s.user_id = ${userId} and ${isLive}
            order by s.created_at desc limit ${config.sessionsPerUser - 1}
          )`,
        )
        const token = newSecret()
        // The time after the lock, so that sessions are ordered by their start.
        await run(
          tx,
          sql`insert into sessions
              (token_hash, user_id, created_at, last_used_at, confirmed_at, user_agent, address)
            values (${hashOf(token)}, ${userId}, clock_timestamp(), clock_timestamp(), clock_timestamp(),
              ${from.userAgent?.slice(0, LONGEST_AGENT) ?? null}, ${plainAddress(from.address)})`,
        )
        await run(
          tx,
          sql`insert into devices (marker_hash, user_id, used_at)
            values (${hashOf(marker)}, ${userId}, clock_timestamp())
            on conflict (marker_hash) do update set used_at = clock_timestamp()`,
        )
        await run(
          tx,
          sql`delete from devices where user_id = ${userId} and marker_hash not in (
            select marker_hash from devices where user_id = ${userId}
            order by used_at desc limit ${MOST_DEVICES}
          )`,
        )
        const started = await find(tx, hashOf(token))
        return started && { token, owner: started.owner }
      }),

    /** Returns the owner of a valid token; undefined for other texts and inactive users. */
    async owner(token: string): Promise<SessionOwner | undefined> {
      if (!isSecret(token)) return undefined
      const hash = hashOf(token)
      const { owner, isStale } = (await find(pool, hash)) ?? {}
      const touched = sql`update sessions set last_used_at = now()
        where token_hash = ${hash} and last_used_at < now() - ${raw(touch)}`
      // Not awaited, because the next request tries again.
      if (isStale) run(pool, touched).catch(() => undefined)
      return owner
    },

    /**
     * Returns the marker that belongs to this account. The query also runs without an account, so that it takes the
     * same time.
     */
    async knownDevice(
      userId: string | undefined,
      markers: readonly string[],
    ): Promise<string | undefined> {
      if (markers.length === 0) return undefined
      const known = sql`select marker_hash as hash from devices
        where marker_hash = any(${markers.map(hashOf)}::bytea[]) and user_id = ${userId ?? NO_USER} limit 1`
      const [found] = await rowsOf<{ hash: Buffer }>(pool, known)
      return found && markers.find((marker) => hashOf(marker).equals(found.hash))
    },

    /** Ends all sessions of these users. Returns the ids of users who had one. */
    async endAll(tx: Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (userIds.length === 0) return new Set()
      const ended = await rowsOf<{ id: string }>(
        tx,
        sql`delete from sessions where user_id = any(${[...userIds]}::uuid[]) returning user_id as id`,
      )
      return new Set(ended.map(({ id }) => id))
    },

    /** Returns a user's active sessions, most recently used first. */
    listOf: (userId: string) =>
      rowsOf<Omit<OwnSession, 'device' | 'isCurrent'> & { userAgent: string | null }>(
        pool,
        sql`select id, user_agent as "userAgent", address, created_at as "createdAt",
            last_used_at as "lastUsedAt"
          from sessions s where user_id = ${userId} and ${isLive}
          order by last_used_at desc, created_at desc`,
      ),

    /** Ends one active session of this user. Returns whether there was one. */
    async endOne(userId: string, id: string): Promise<boolean> {
      const ended = sql`delete from sessions s where user_id = ${userId} and id = ${id} and ${isLive}`
      return isId(id) && (await run(pool, ended)) > 0
    },

    /** Ends all other sessions of the user. Returns their number. */
    endOthers: (userId: string, id: string) =>
      run(pool, sql`delete from sessions where user_id = ${userId} and id <> ${id}`),

    /** Stores that the user just confirmed their identity. */
    confirm: (id: string) =>
      run(pool, sql`update sessions set confirmed_at = now() where id = ${id}`),

    /** Deletes expired sessions and markers. */
    async sweep(): Promise<void> {
      await run(
        pool,
        sql`delete from sessions
          where created_at < now() - ${raw(lifetime)} or last_used_at < now() - ${raw(idle)}`,
      )
      await run(
        pool,
        sql`delete from devices where used_at < now() - make_interval(days => ${MARKER_DAYS})`,
      )
    },
  }
}

/**
 * Returns SQL for the steps that a user `t` with credentials `c` must complete before any other call: names separated
 * by commas, or null.
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

/** The order matters, because most browsers also name others. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bVersion\/\S+.* Safari\//],
]
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Windows', /Windows/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
]
const UNKNOWN = 'Unknown device'

/** Returns the browser and system of a user agent, such as 'Firefox on Linux', or a program's name, such as 'curl'. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent?.trim()) return UNKNOWN
  const nameIn = (known: typeof BROWSERS) =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = nameIn(SYSTEMS)
  const browser = nameIn(BROWSERS)
  if (browser && system) return `${browser} on ${system}`
  const [program = ''] = /^[\w.-]{1,40}/.exec(userAgent.trim()) ?? []
  return browser ?? system ?? (program || UNKNOWN)
}
