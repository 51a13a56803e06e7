import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { brand } from '#brand'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/auth.ts'
import type { Resource } from '#model/resource.ts'
import { foldEmail } from '#model/schema.ts'
import type { Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import { createGate } from '#server/http/gate.ts'
import { invalidField } from '#server/http/refusal.ts'
import { columnsOf, type Stored, shapeOf, wholeRows } from '#server/records/shape.ts'
import type { Priority } from './limits.ts'

/** OWASP's second choice of argon2id parameters. A hash takes about 6 ms and 19 MB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing runs on libuv's four threads, which the file system also needs. */
const AT_ONCE = Math.min(4, availableParallelism())
/** Per priority. */
const MOST_WAITING = 20
/** Signed-in users who set a password have the first priority. */
const PRIORITIES: readonly Priority[] = ['known', 'clean', 'last']

export type Passwords = Awaited<ReturnType<typeof createPasswords>>

/**
 * Creates the argon2id hasher, with limits on parallel work and on its queue. Above the limits, calls throw BusyError.
 */
export async function createPasswords() {
  const gate = createGate(AT_ONCE, MOST_WAITING, PRIORITIES.length)
  const nobody = await hash('no user has this password', PARAMETERS)
  return {
    hash: (password: string): Promise<string> => gate(() => hash(normal(password), PARAMETERS)),

    /** Takes the same time with and without a stored hash, so timing does not reveal which accounts exist. */
    async verify(password: string, stored: string | null, priority: Priority): Promise<boolean> {
      const check = () => verify(stored ?? nobody, normal(password))
      const isRight = await gate(check, PRIORITIES.indexOf(priority))
      return isRight && stored !== null
    },

    /**
     * Returns whether a hash is weaker than the current parameters. A stronger hash, such as one of a later version, is
     * kept.
     */
    isOutdated(stored: string): boolean {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored)
      const isWeaker = memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost
      return isWeaker || parallelism !== PARAMETERS.parallelism
    },
  }
}

/** Keyboards send the same letter composed or decomposed. */
function normal(password: string): string {
  return password.normalize('NFC')
}

const COMMON_PASSWORDS = 3000
/** Words of this product, which an attacker tries first. */
const KNOWN_WORDS = [
  ...[brand.name.toLowerCase(), 'admin', 'administrator', 'console', 'user', 'host', 'traveler'],
  ...['password', 'mission', 'protocol', 'mentor', 'career', 'field', 'message', 'waitlist'],
  'dashboard',
]

let common: ReturnType<typeof loadCommon> | undefined

/**
 * Returns the error message for a weak password. Rejects the 3,000 most common passwords of at least the minimum
 * length, and known words with little else, such as 'Waymark2026!'.
 */
export async function passwordFault(password: string): Promise<string | undefined> {
  // Counts characters, as the schema does.
  const { length } = [...password]
  if (length < PASSWORD_MIN) return `Password needs at least ${PASSWORD_MIN} characters.`
  if (length > PASSWORD_MAX) return `Password may have at most ${PASSWORD_MAX} characters.`
  const lower = password.toLowerCase()
  common ??= loadCommon()
  if ((await common).has(lower)) return 'Password is too common. Choose another one.'
  const rest = KNOWN_WORDS.reduce((left, word) => left.replaceAll(word, ''), lower)
  if (rest.length < lower.length && [...rest].length < PASSWORD_MIN)
    return 'Password is too easy to guess: it contains little more than names of this product. Choose another one.'
  return undefined
}

/** Throws 400 at the field for a password that is too short, too long or too common. */
export async function requireStrongPassword(password: string, field: string): Promise<void> {
  const fault = await passwordFault(password)
  if (fault) throw invalidField(field, fault)
}

async function loadCommon() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const longEnough = dictionary['passwords-common'].filter((word) => word.length >= PASSWORD_MIN)
  return new Set(longEnough.slice(0, COMMON_PASSWORDS))
}

/** Tables with rows of a user, besides the record itself. */
const USER_TABLES =
  'credentials devices sessions preferences mails tickets sign_ons passkeys totps recovery_codes'

/** Password hashes, in a table that no generic query reads. */
export function createCredentials(pool: Runner, users: Resource) {
  const { table } = shapeOf(users)
  const rows = wholeRows(users)
  const columns = columnsOf(users, 't')
  const byEmail = {
    name: 'credentials_by_email',
    text: `select ${rows.select}, c.hash from ${table} t left join credentials c on c.user_id = t.id
      where ${columns.unique('email')} = $1 and t.deleted_at is null`,
  }

  return {
    /**
     * Returns the user with an email address, ignoring case, and the password hash, if any. Deleted users are not
     * found.
     */
    async find(address: string): Promise<{ user: Stored; hash: string | null } | undefined> {
      const values = [foldEmail(address)]
      const found = await pool.query<unknown[]>({ ...byEmail, values, rowMode: 'array' })
      const [row] = found.rows
      return row && { user: rows.read(row), hash: row.at(-1) as string | null }
    },

    /**
     * Sets a password. Ends the user's sessions except `keep`, and removes devices, tickets and links. With
     * `mustChange`, the user must choose another password before any other call. Returns the number of ended sessions.
     */
    async set(
      tx: Tx,
      userId: string,
      hash: string,
      { mustChange = false, keep }: { mustChange?: boolean; keep?: string | undefined } = {},
    ): Promise<number> {
      await run(
        tx,
        sql`insert into credentials (user_id, hash, must_change) values (${userId}, ${hash}, ${mustChange})
          on conflict (user_id) do update
            set hash = excluded.hash, must_change = excluded.must_change, changed_at = now()`,
      )
      // Tickets end before sessions, so that a ticket used at this moment leaves no session.
      await run(tx, sql`delete from tickets where user_id = ${userId}`)
      const ended = await run(
        tx,
        sql`delete from sessions where user_id = ${userId} and id is distinct from ${keep ?? null}::uuid`,
      )
      // After the sessions, in the same order as a sign-in. Another order could deadlock.
      await run(tx, sql`delete from devices where user_id = ${userId}`)
      return ended
    },

    /** Returns the hash of the user's password, or null. */
    async hashOf(userId: string): Promise<string | null> {
      const stored = sql`select hash from credentials where user_id = ${userId}`
      return (await rowsOf<{ hash: string }>(pool, stored))[0]?.hash ?? null
    },

    /** Replaces the hash with one with stronger parameters, unless the password changed in between. */
    rehash: (userId: string, from: string, to: string) =>
      run(
        pool,
        sql`update credentials set hash = ${to} where user_id = ${userId} and hash = ${from}`,
      ),

    /** Deletes all rows of an erased user besides the record. Deleted users keep theirs for a restore. */
    async remove(tx: Tx, userId: string): Promise<void> {
      for (const name of USER_TABLES.split(' '))
        await run(tx, sql`delete from ${raw(name)} where user_id = ${userId}`)
    },

    /** Returns whether the user's hash is still `hash`, and locks it until the transaction ends. */
    async isStill(tx: Tx, userId: string, hash: string): Promise<boolean> {
      const same = sql`select from credentials where user_id = ${userId} and hash = ${hash} for share`
      return (await run(tx, same)) > 0
    },

    /** Returns all active users of a role who have a password, oldest first. `locks` locks their rows. */
    activeIn: (role: string, runner: Runner = pool, locks = false) =>
      rowsOf<{ id: string; email: string }>(
        runner,
        sql`select t.id, ${raw(columns.value('email'))} as email from ${raw(table)} t
          where ${raw(columns.value('role'))} = ${role} and ${raw(columns.value('isActive'))}
            and t.deleted_at is null and exists (select from credentials c where c.user_id = t.id)
          order by t.created_at, t.id ${raw(locks ? 'for update of t' : '')}`,
      ),
  }
}
