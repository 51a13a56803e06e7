import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
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
import { nameOf } from '#model/text-of.ts'
import { prepared, type Runner, raw, rowsOf, run, type Sql, sql } from '#server/db/sql.ts'
import { readBody } from '#server/http/query.ts'
import { conflict, invalid, notFound } from '#server/http/refusal.ts'
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

interface NewToken {
  name: string
  scopes: readonly Scope[]
  expiresAt?: string | null | undefined
  createdBy?: string | null | undefined
}

/** Tokens for programs. Only their hashes are stored. */
export function createServiceTokens(pool: Runner) {
  /** In the background: the next request tries again. */
  const touch = (id: string) => {
    const touched = sql`update service_tokens set last_used_at = now()
      where id = ${id} and ${raw(IS_STALE)}`
    run(pool, touched).catch(() => undefined)
  }

  return {
    /** Returns the token, which is stored nowhere; undefined when a live one has the name. */
    async create({ name, scopes, expiresAt = null, createdBy = null }: NewToken) {
      const token = `${PREFIX}${newSecret()}`
      const id = uuidv7()
      const made = await run(
        pool,
        sql`insert into service_tokens (id, name, token_hash, scopes, expires_at, created_by)
          values (${id}, ${name}, ${hashOf(token)}, ${JSON.stringify(scopes)}, ${expiresAt}, ${createdBy})
          on conflict (name) where revoked_at is null do nothing`,
      )
      return made > 0 ? { id, token } : undefined
    },

    /** The id and name of a live token, with its scopes as role. Notes the use, at most once a minute. */
    async owner(token: string): Promise<SessionOwner | undefined> {
      if (!isServiceToken(token)) return undefined
      const [found] = await byHash.rows(pool, [hashOf(token)])
      if (!found) return undefined
      const { isStale, id, scopes, name } = found
      if (isStale) touch(id)
      return { id, data: { role: tokenRole(scopes), name } }
    },
  }
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
const NO_TOKEN = 'This token does not exist.'
const PAST = 'The time at which it expires is over already.'

/** The tokens of programs, as admins and commands manage them. */
export function createTokens(
  { pool, serviceTokens, auditLog }: Pick<Store, 'pool' | 'serviceTokens' | 'auditLog'>,
  registry: readonly Resource[],
  security: SecurityLog,
) {
  const known = scopesOf(registry)
  const schema = tokenBody(known)
  const users = registry.find(({ name }) => name === 'users')

  const find = async (where: Sql): Promise<Token[]> => {
    const rows = await rowsOf<TokenRow>(
      pool,
      sql`select ${ROW} from service_tokens where ${where} order by created_at desc, name`,
    )
    const ids = [...new Set(rows.flatMap(({ createdBy }) => createdBy ?? []))]
    const people = new Map(
      (await auditLog.named('users', ids)).map(({ id, data }) => [id, data] as const),
    )
    const authorOf = (id: string) => ({
      id,
      name: users ? nameOf(users, { ...people.get(id), _id: id, id }) : '',
    })
    return rows.map(({ createdBy, takeBackAt, takenBackAt, takenBack, ...token }) => ({
      ...token,
      createdBy: createdBy === null ? null : authorOf(createdBy),
      takenBack:
        takeBackAt === null
          ? null
          : { askedAt: takeBackAt, doneAt: takenBackAt, events: takenBack },
    }))
  }

  const get = async (id: string): Promise<Token> => {
    const [token] = isId(id) ? await find(sql`id = ${id}`) : []
    if (!token) throw notFound(NO_TOKEN)
    return token
  }

  /** Ends a live token at once, on all servers. Returns whether there was one. */
  const end = async (where: Sql, keeper: TokenKeeper): Promise<boolean> => {
    const [ended] = await rowsOf<{ name: string }>(
      pool,
      sql`update service_tokens set revoked_at = now()
        where revoked_at is null and ${where} returning name`,
    )
    if (ended) note('service_token_revoked', ended.name, keeper)
    return ended !== undefined
  }

  const note = (
    event: 'service_token_made' | 'service_token_revoked' | 'token_events_taken_back',
    name: string,
    { id, ...facts }: TokenKeeper,
  ) => security.note(event, { account: null, by: id, service: name, ...facts })

  return {
    /** All tokens, also revoked ones, the newest first. */
    list: () => find(raw('true')),

    /** Throws 400 for a wrong body or a past time, and 409 for the name of a live token. */
    async make(body: unknown, keeper: TokenKeeper): Promise<MadeToken> {
      const given: TokenBody = readBody(schema, withoutExcess(schema, body))
      const { name, scopes, expiresAt } = given
      if (expiresAt && Date.parse(expiresAt) <= Date.now()) throw invalid(PAST, { expiresAt: PAST })
      const made = await serviceTokens.create({
        name,
        scopes: inOrder(scopes, known),
        createdBy: keeper.id,
        expiresAt: expiresAt && new Date(expiresAt).toISOString(),
      })
      if (!made) {
        const taken = `There is a token named '${name}' already. Choose another name, or revoke that one.`
        throw conflict(taken, { name: taken })
      }
      note('service_token_made', name, keeper)
      return { ...(await get(made.id)), token: made.token }
    },

    /** Throws 404. A second call changes nothing. */
    async revoke(id: string, keeper: TokenKeeper): Promise<void> {
      await get(id)
      await end(sql`id = ${id}`, keeper)
    },

    revokeNamed: (name: string, keeper: TokenKeeper) => end(sql`name = ${name}`, keeper),

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
