import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import { ERASED_PERSON } from '#contract/changes.ts'
import {
  type MadeToken,
  MOST_TOKEN_NAME,
  type Scope,
  scopesOf,
  type Token,
  type TokenBody,
} from '#contract/tokens.ts'
import { withoutExcess } from '#model/excess.ts'
import type { Resource } from '#model/resource.ts'
import { requiredText } from '#model/schema.ts'
import { prepared, type Runner, raw, rowsOf, run, type Sql, sql } from '#server/db/sql.ts'
import { readBody } from '#server/http/query.ts'
import { conflict, invalidField, notFound } from '#server/http/refusal.ts'
import { createPeopleNames } from '#server/records/names.ts'
import { isId } from '#server/records/shape.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/services.ts'
import { hashOf, newSecret } from './secrets.ts'
import type { SessionOwner } from './sessions.ts'
import { tokenRole } from './token-scopes.ts'

/** Tells a program's token from a session's, for the guard and for scanners of leaked secrets. */
const PREFIX = 'svc_'

export function isServiceToken(token: string): boolean {
  return /^svc_[A-Za-z0-9_-]{43}$/.test(token)
}

const IS_STALE = `(last_used_at is null or last_used_at < now() - interval '1 minute')`
const byHash = prepared<{ isStale: boolean; id: string; scopes: Scope[]; name: string }>(
  'service_token',
  `select ${IS_STALE} as "isStale", id, scopes, name from service_tokens
    where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
)

/** The id and name of a live token, with its scopes as role. Notes the use, at most once a minute. */
export async function tokenOwner(pool: Runner, token: string): Promise<SessionOwner | undefined> {
  const [found] = await byHash.rows(pool, [hashOf(token)])
  if (!found) return undefined
  const { isStale, id, scopes, name } = found
  const used = sql`update service_tokens set last_used_at = now() where id = ${id} and ${raw(IS_STALE)}`
  // Not awaited: the next request tries again.
  if (isStale) run(pool, used).catch(() => undefined)
  return { id, data: { role: tokenRole(scopes), name } }
}

/** The admin who does something with tokens; null for a command. */
export interface TokenKeeper {
  id: string | null
  address: string | null
  reqId: string | null
}

interface TokenRow extends Omit<Token, 'createdBy' | 'takenBack'> {
  createdBy: string | null
  takeBackAt: string | null
  takenBackAt: string | null
  takenBack: number
}

const ROW = raw(`id, name, scopes, created_at as "createdAt", created_by as "createdBy",
  expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt", events,
  take_back_at as "takeBackAt", taken_back_at as "takenBackAt", taken_back as "takenBack"`)
const PAST = 'The time at which it expires is over already.'

/** Tokens for programs, as admins and commands manage them. Only their hashes are stored. */
export function createTokens(
  store: Pick<Store, 'pool' | 'references'>,
  registry: readonly Resource[],
  security: SecurityLog,
) {
  const { pool } = store
  const known = scopesOf(registry)
  const schema = tokenBody(known)
  const namesOf = createPeopleNames(store, registry)

  const find = async (where: Sql): Promise<Token[]> => {
    const rows = await rowsOf<TokenRow>(
      pool,
      sql`select ${ROW} from service_tokens where ${where} order by created_at desc, name`,
    )
    const named = await namesOf(rows.map(({ createdBy }) => createdBy))
    return rows.map(({ createdBy: id, takeBackAt, takenBackAt, takenBack, ...token }) => ({
      ...token,
      createdBy: id === null ? null : { id, name: named(id)?.name || ERASED_PERSON },
      takenBack: takeBackAt
        ? { askedAt: takeBackAt, doneAt: takenBackAt, events: takenBack }
        : null,
    }))
  }

  const get = async (id: string): Promise<Token> => {
    const [token] = isId(id) ? await find(sql`id = ${id}`) : []
    if (!token) throw notFound('This token does not exist.')
    return token
  }

  const note = (
    event: 'service_token_made' | 'service_token_revoked' | 'token_events_taken_back',
    name: string,
    { id, ...facts }: TokenKeeper,
  ) => security.note(event, { account: null, by: id, service: name, ...facts })

  /** Ends a live token at once, on all servers. Returns whether there was one. */
  const revoke = async (where: Sql, keeper: TokenKeeper): Promise<boolean> => {
    const [ended] = await rowsOf<{ name: string }>(
      pool,
      sql`update service_tokens set revoked_at = now()
        where revoked_at is null and ${where} returning name`,
    )
    if (ended) note('service_token_revoked', ended.name, keeper)
    return ended !== undefined
  }

  return {
    /** All tokens, also revoked ones, the newest first. */
    list: () => find(raw('true')),

    /**
     * Returns the token, which is stored nowhere. Throws 400 for a wrong body or a past time, and 409 for the name of a
     * live token.
     */
    async make(body: unknown, keeper: TokenKeeper): Promise<MadeToken> {
      const given: TokenBody = readBody(schema, withoutExcess(schema, body))
      const { name, expiresAt = null } = given
      if (expiresAt && Date.parse(expiresAt) <= Date.now()) throw invalidField('expiresAt', PAST)
      const [id, token] = [uuidv7(), `${PREFIX}${newSecret()}`]
      const scopes = JSON.stringify(inOrder(given.scopes, known))
      const made = await run(
        pool,
        sql`insert into service_tokens (id, name, token_hash, scopes, expires_at, created_by)
          values (${id}, ${name}, ${hashOf(token)}, ${scopes}, ${expiresAt}, ${keeper.id})
          on conflict (name) where revoked_at is null do nothing`,
      )
      if (made === 0) {
        const taken = `There is a token named '${name}' already. Choose another name, or revoke that one.`
        throw conflict(taken, { name: taken })
      }
      note('service_token_made', name, keeper)
      return { ...(await get(id)), token }
    },

    /** Throws 404. A second call changes nothing. */
    async revoke(id: string, keeper: TokenKeeper): Promise<void> {
      await get(id)
      await revoke(sql`id = ${id}`, keeper)
    },

    revokeNamed: (name: string, keeper: TokenKeeper) => revoke(sql`name = ${name}`, keeper),

    /** Asks for the removal of a revoked token's events. A second call changes nothing. */
    async takeBack(id: string, keeper: TokenKeeper): Promise<Token> {
      const { name, revokedAt } = await get(id)
      if (revokedAt === null)
        throw conflict('Revoke the token first: until then it may go on sending events.')
      const asked = sql`update service_tokens set take_back_at = now()
        where id = ${id} and revoked_at is not null and take_back_at is null`
      if ((await run(pool, asked)) > 0) note('token_events_taken_back', name, keeper)
      return get(id)
    },
  }
}

/** Each resource and action once, in the order of the registry. */
function inOrder(scopes: readonly Scope[], known: readonly Scope[]): Scope[] {
  return known.flatMap(({ resource, actions }) => {
    const asked = scopes.filter((one) => one.resource === resource).flatMap((one) => one.actions)
    return asked.length === 0
      ? []
      : [{ resource, actions: actions.filter((action) => asked.includes(action)) }]
  })
}

export const tokenName = requiredText(MOST_TOKEN_NAME).regex(/^\P{Cc}*$/u, {
  error: `takes at most ${MOST_TOKEN_NAME} characters on one line`,
})

/** Returns the schema of POST /tokens for the scopes that a token can have. */
export function tokenBody(known: readonly Scope[]): z.ZodType<TokenBody> {
  const [first, ...more] = known.map(({ resource, actions }) =>
    z.object({
      resource: z.literal(resource),
      actions: z.array(z.enum(actions)).min(1).max(actions.length),
    }),
  )
  if (!first) throw new Error('There is nothing that a token could be given.')
  const scope = z.discriminatedUnion('resource', [first, ...more], {
    error: `must be one of ${known.map(({ resource }) => resource).join(', ')}`,
  })
  return z.object({
    name: tokenName,
    scopes: z.array(scope).min(1, { error: 'must say what the token may do' }).max(100),
    expiresAt: z.iso.datetime({ offset: true, error: 'is not a time' }).nullable().optional(),
  })
}
