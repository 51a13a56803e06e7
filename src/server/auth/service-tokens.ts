import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import { ERASED_PERSON } from '#contract/changes.ts'
import {
  type MadeToken,
  MOST_TOKEN_NAME,
  type Scope,
  scopesOf,
  TAKE_BACK,
  TOKENS_PATH,
  type Token,
  type TokenBody,
  type TokenList,
  tokenSchema,
} from '#contract/tokens.ts'
import type { Resource } from '#model/resource.ts'
import { requiredText } from '#model/schema.ts'
import { withoutExcess } from '#model/validate.ts'
import { raw, rowsOf, run, type Sql, sql } from '#server/db/sql.ts'
import { ownerOf } from '#server/http/authorise.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/query.ts'
import { conflict, invalidField, notFound } from '#server/http/refusal.ts'
import { ID, type Item } from '#server/records/resource-routes.ts'
import { isId } from '#server/records/shape.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Context, Store } from '#server/services.ts'
import { route } from './auth-schemas.ts'
import { hashOf, newSecret } from './secrets.ts'
import { TOKEN_PREFIX } from './token-scopes.ts'

/** The admin who does something with tokens; null for a command. */
interface TokenKeeper {
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
  const body = tokenBody(known)

  const find = async (where: Sql): Promise<Token[]> => {
    const rows = await rowsOf<TokenRow>(
      pool,
      sql`select ${ROW} from service_tokens where ${where} order by created_at desc, name`,
    )
    const named = await store.references.people(rows.map(({ createdBy }) => createdBy))
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

  return {
    /** The schema of `make`. */
    body,

    /** All tokens, also revoked ones, the newest first. */
    list: () => find(raw('true')),

    /**
     * Returns the token, which is stored nowhere. Throws 400 for a wrong body or a past time, and 409 for the name of a
     * live token.
     */
    async make(asked: unknown, keeper: TokenKeeper): Promise<MadeToken> {
      const { name, expiresAt = null, ...given } = readBody(body, withoutExcess(body, asked))
      if (expiresAt && Date.parse(expiresAt) <= Date.now()) throw invalidField('expiresAt', PAST)
      const [id, token] = [uuidv7(), `${TOKEN_PREFIX}${newSecret()}`]
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

    /** Ends a token at once, on all servers. Throws 404. A second call changes nothing. */
    async revoke(id: string, keeper: TokenKeeper): Promise<void> {
      const { name } = await get(id)
      const revoked = sql`update service_tokens set revoked_at = now()
        where id = ${id} and revoked_at is null`
      if ((await run(pool, revoked)) > 0) note('service_token_revoked', name, keeper)
    },

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
    const asked = scopes.flatMap((one) => (one.resource === resource ? one.actions : []))
    const ordered = actions.filter((action) => asked.includes(action))
    return ordered.length > 0 ? [{ resource, actions: ordered }] : []
  })
}

export const tokenName = requiredText(MOST_TOKEN_NAME).regex(/^\P{Cc}*$/u, {
  error: `takes at most ${MOST_TOKEN_NAME} characters on one line`,
})

/** Returns the schema of POST /tokens for the scopes that a token can have. */
function tokenBody(known: readonly Scope[]): z.ZodType<TokenBody> {
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

const TAG = 'Tokens'
const EXAMPLE = {
  name: 'Mobile backend',
  scopes: [{ resource: 'events', actions: ['send'] }],
  expiresAt: null,
}
const TOKEN = answerSchema(tokenSchema)
const LIST = answerSchema(z.object({ tokens: z.array(tokenSchema) }))
const MADE = answerSchema(
  tokenSchema.extend({ token: z.string().describe('Shown only this once, and stored nowhere') }),
)

/** Tokens for programs, kept by admins: named, scoped, expiring (ACC-06). */
export function tokenRoutes(app: FastifyInstance, { tokens, insight }: Context): void {
  app.get(
    TOKENS_PATH,
    route(TAG, 'listTokens', 'List the tokens of programs', {
      description: 'Includes revoked tokens, the newest first; never the secrets.',
      response: { 200: { ...LIST, description: 'The tokens' } },
    }),
    async (): Promise<TokenList> => ({ tokens: await tokens.list() }),
  )

  app.post(
    TOKENS_PATH,
    route(TAG, 'makeToken', 'Make a token for a program', {
      config: { confirm: true },
      description:
        'It may do what its scopes say, of what an admin may: records by their routes, figures and exports, or sending events. Never passwords, users with access to the console, tokens, erasing, or what is one person’s own.',
      body: tokens.body.meta({ examples: [EXAMPLE] }),
      response: { 201: { ...MADE, description: 'The token, shown this once' } },
    }),
    async (request, reply) =>
      reply.code(201).send(await tokens.make(request.body, keeperOf(request))),
  )

  app.delete<Item>(
    `${TOKENS_PATH}/:id`,
    route(TAG, 'revokeToken', 'Revoke a token at once', {
      description: 'It stays in the list. A second call changes nothing.',
      params: ID,
    }),
    async (request, reply) => {
      await tokens.revoke(request.params.id, keeperOf(request))
      return reply.code(204).send()
    },
  )

  app.post<Item>(
    `${TOKENS_PATH}/:id${TAKE_BACK}`,
    route(TAG, 'takeEventsBack', 'Take back what a token sent', {
      description:
        'Removes all events that a revoked token sent and recounts the rest, in the background. The list shows when it is done.',
      params: ID,
      response: { 202: { ...TOKEN, description: 'The removal is scheduled' } },
    }),
    async (request, reply) => {
      const token = await tokens.takeBack(request.params.id, keeperOf(request))
      insight.facts.takeBackSoon()
      return reply.code(202).send(token)
    },
  )
}

function keeperOf(request: FastifyRequest): TokenKeeper {
  return { id: ownerOf(request).id, address: request.ip, reqId: request.id }
}
