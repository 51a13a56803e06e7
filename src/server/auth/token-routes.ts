import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import {
  type MadeToken,
  scopesOf,
  TAKE_BACK,
  TOKEN_ACTIONS,
  TOKENS_PATH,
  type Token,
  type TokenList,
} from '#contract/tokens.ts'
import { ownerOf } from '#server/http/authorise.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import { ID, type Item } from '#server/records/resource-routes.ts'
import type { Context } from '#server/services.ts'
import { route } from './auth-schemas.ts'
import { type TokenKeeper, tokenBody } from './service-tokens.ts'

const time = z.string().meta({ format: 'date-time' })
const token = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.object({ resource: z.string(), actions: z.array(z.enum(TOKEN_ACTIONS)) })),
  createdAt: time,
  createdBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable().describe('Precise to the minute'),
  revokedAt: time.nullable(),
  events: z.int().describe('The number of stored events that it sent'),
  takenBack: z
    .object({ askedAt: time, doneAt: time.nullable(), events: z.int() })
    .nullable()
    .describe('The removal of its events: how many are removed so far, and when it was done'),
})
const list = z.object({ tokens: z.array(token) })
const made = token.extend({
  token: z.string().describe('Shown only this once, and stored nowhere'),
})

const TAG = 'Tokens'
const EXAMPLE = {
  name: 'Mobile backend',
  scopes: [{ resource: 'events', actions: ['send'] }],
  expiresAt: null,
}

/** Tokens for programs, kept by admins: named, scoped, expiring (ACC-06). */
export function tokenRoutes(app: FastifyInstance, { tokens, insight, registry }: Context): void {
  app.get(
    TOKENS_PATH,
    route(TAG, 'listTokens', 'List the tokens of programs', {
      description: 'Includes revoked tokens, the newest first; never the secrets.',
      response: { 200: { ...answerSchema(list), description: 'The tokens' } },
    }),
    async (): Promise<TokenList> => ({ tokens: await tokens.list() }),
  )

  app.post(
    TOKENS_PATH,
    route(TAG, 'makeToken', 'Make a token for a program', {
      config: { confirm: true },
      description:
        'It may do what its scopes say, of what an admin may: records by their routes, figures and exports, or sending events. Never passwords, users with access to the console, tokens, erasing, or what is one person’s own.',
      body: tokenBody(scopesOf(registry)).meta({ examples: [EXAMPLE] }),
      response: { 201: { ...answerSchema(made), description: 'The token, shown this once' } },
    }),
    async (request, reply): Promise<MadeToken> => {
      const one = await tokens.make(request.body, keeperOf(request))
      reply.code(201)
      return one
    },
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
      response: { 202: { ...answerSchema(token), description: 'The removal is scheduled' } },
    }),
    async (request, reply): Promise<Token> => {
      const one = await tokens.takeBack(request.params.id, keeperOf(request))
      insight.facts.takeBackSoon()
      reply.code(202)
      return one
    },
  )
}

function keeperOf(request: FastifyRequest): TokenKeeper {
  return { id: ownerOf(request).id, address: request.ip, reqId: request.id }
}
