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

/** The admin who manages tokens. The id is null for a command. */
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
const PAST = 'The expiry time is in the past.'

/** Creates the service for API tokens, which admins and commands manage. Only their hashes are stored. */
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

    /** Returns all tokens, newest first, including revoked ones. */
    list: () => find(raw('true')),

    /**
     * Creates a token and returns it with its secret, which is not stored. Throws 400 for a wrong body or an expiry in
     * the past, and 409 for the name of a valid token.
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
        const taken = `A token named '${name}' already exists. Choose another name or revoke that token.`
        throw conflict(taken, { name: taken })
      }
      note('service_token_made', name, keeper)
      return { ...(await get(id)), token }
    },

    /** Revokes a token immediately. A second call changes nothing. Throws 404. */
    async revoke(id: string, keeper: TokenKeeper): Promise<void> {
      const { name } = await get(id)
      const revoked = sql`update service_tokens set revoked_at = now()
        where id = ${id} and revoked_at is null`
      if ((await run(pool, revoked)) > 0) note('service_token_revoked', name, keeper)
    },

    /** Schedules the deletion of a revoked token's events. A second call changes nothing. Throws 404 or 409. */
    async takeBack(id: string, keeper: TokenKeeper): Promise<Token> {
      const { name, revokedAt } = await get(id)
      if (revokedAt === null)
        throw conflict('Revoke the token first. Until then it can send more events.')
      const asked = sql`update service_tokens set take_back_at = now()
        where id = ${id} and revoked_at is not null and take_back_at is null`
      if ((await run(pool, asked)) > 0) note('token_events_taken_back', name, keeper)
      return get(id)
    },
  }
}

/** Removes duplicate scopes, and sorts them in the order of the registry. */
function inOrder(scopes: readonly Scope[], known: readonly Scope[]): Scope[] {
  return known.flatMap(({ resource, actions }) => {
    const asked = scopes.flatMap((one) => (one.resource === resource ? one.actions : []))
    const ordered = actions.filter((action) => asked.includes(action))
    return ordered.length > 0 ? [{ resource, actions: ordered }] : []
  })
}

export const tokenName = requiredText(MOST_TOKEN_NAME).regex(/^\P{Cc}*$/u, {
  error: `must be one line of at most ${MOST_TOKEN_NAME} characters`,
})

/** Returns the schema of POST /tokens. `known` lists the scopes that a token can have. */
function tokenBody(known: readonly Scope[]): z.ZodType<TokenBody> {
  const [first, ...more] = known.map(({ resource, actions }) =>
    z.object({
      resource: z.literal(resource),
      actions: z.array(z.enum(actions)).min(1).max(actions.length),
    }),
  )
  if (!first) throw new Error('This server has no scopes for tokens.')
  const scope = z.discriminatedUnion('resource', [first, ...more], {
    error: `must be one of ${known.map(({ resource }) => resource).join(', ')}`,
  })
  return z.object({
    name: tokenName,
    scopes: z.array(scope).min(1, { error: 'must have at least one scope' }).max(100),
    expiresAt: z.iso
      .datetime({ offset: true, error: 'must be a date and time' })
      .nullable()
      .optional(),
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
  tokenSchema.extend({
    token: z.string().describe('The secret. It is shown only once and not stored'),
  }),
)

/** Registers the routes with which admins manage API tokens. */
export function tokenRoutes(app: FastifyInstance, { tokens, insight }: Context): void {
  app.get(
    TOKENS_PATH,
    route(TAG, 'listTokens', 'List API tokens', {
      description: 'Newest first, including revoked tokens. Never includes the secrets.',
      response: { 200: { ...LIST, description: 'The tokens' } },
    }),
    async (): Promise<TokenList> => ({ tokens: await tokens.list() }),
  )

  app.post(
    TOKENS_PATH,
    route(TAG, 'makeToken', 'Create an API token', {
      config: { confirm: true },
      description:
        'Scopes grant a part of the permissions of an admin: record routes, figures and exports, or sending events. No token can set passwords, change users with access to the console, manage tokens, erase records, or access records that belong to one user.',
      body: tokens.body.meta({ examples: [EXAMPLE] }),
      response: { 201: { ...MADE, description: 'The token. Its secret is shown only once' } },
    }),
    async (request, reply) =>
      reply.code(201).send(await tokens.make(request.body, keeperOf(request))),
  )

  app.delete<Item>(
    `${TOKENS_PATH}/:id`,
    route(TAG, 'revokeToken', 'Revoke an API token', {
      description:
        'Takes effect immediately. The token stays in the list. A second call changes nothing.',
      params: ID,
    }),
    async (request, reply) => {
      await tokens.revoke(request.params.id, keeperOf(request))
      return reply.code(204).send()
    },
  )

  app.post<Item>(
    `${TOKENS_PATH}/:id${TAKE_BACK}`,
    route(TAG, 'takeEventsBack', 'Delete the events that a token sent', {
      description:
        'Deletes all events that a revoked token sent and recounts the rest, in the background. The list shows when it is done.',
      params: ID,
      response: { 202: { ...TOKEN, description: 'The deletion is scheduled' } },
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
