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
import { answerSchema, bodySchema } from '#server/http/json-schema.ts'
import { ID, type Item, NOTHING } from '#server/records/resource-routes.ts'
import type { Context } from '#server/services.ts'
import { type TokenKeeper, tokenBody } from './service-tokens.ts'

const time = z.string().meta({ format: 'date-time' })
const token = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.object({ resource: z.string(), actions: z.array(z.enum(TOKEN_ACTIONS)) })),
  createdAt: time,
  createdBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable().describe('To the minute'),
  revokedAt: time.nullable(),
  events: z.int().describe('How many events it sent that are stored'),
  takenBack: z
    .object({ askedAt: time, doneAt: time.nullable(), events: z.int() })
    .nullable()
    .describe('Of events that were asked back: how many left so far, and when that was through'),
})
const list = z.object({ tokens: z.array(token) })
const made = token.extend({ token: z.string().describe('Said this once, and stored nowhere') })

const TAG = ['Tokens']
const EXAMPLE = {
  name: 'Mobile backend',
  scopes: [{ resource: 'events', actions: ['send'] }],
  expiresAt: null,
}

/** Tokens for programs, kept by admins: named, scoped, expiring (ACC-06). */
export function tokenRoutes(app: FastifyInstance, { tokens, insight, registry }: Context): void {
  const body = bodySchema(tokenBody(scopesOf(registry)))
  app.get(
    TOKENS_PATH,
    {
      schema: {
        ...{ tags: TAG, operationId: 'listTokens', summary: 'List the tokens of programs' },
        description: 'Also those that were revoked, the newest first; never themselves.',
        response: { 200: { ...answerSchema(list), description: 'All of them' } },
      },
    },
    async (): Promise<TokenList> => ({ tokens: await tokens.list() }),
  )

  app.post(
    TOKENS_PATH,
    {
      config: { confirm: true },
      schema: {
        ...{ tags: TAG, operationId: 'makeToken', summary: 'Make a token for a program' },
        description:
          'It may do what its scopes say, of what an admin may: records by their routes, figures and exports, or sending events. Never passwords, users with access to the console, tokens, erasing, or what is one person’s own.',
        body: { ...body, examples: [EXAMPLE] },
        response: { 201: { ...answerSchema(made), description: 'The token, shown this once' } },
      },
    },
    async (request, reply): Promise<MadeToken> => {
      const one = await tokens.make(request.body, keeperOf(request))
      reply.code(201)
      return one
    },
  )

  app.delete<Item>(
    `${TOKENS_PATH}/:id`,
    {
      schema: {
        ...{ tags: TAG, operationId: 'revokeToken', summary: 'Revoke a token at once' },
        description: 'It stays in the list. To do it again changes nothing.',
        ...{ params: ID, response: { 204: NOTHING } },
      },
    },
    async (request, reply) => {
      await tokens.revoke(request.params.id, keeperOf(request))
      return reply.code(204).send()
    },
  )

  app.post<Item>(
    `${TOKENS_PATH}/:id${TAKE_BACK}`,
    {
      schema: {
        ...{ tags: TAG, operationId: 'takeEventsBack', summary: 'Take back what a token sent' },
        description:
          'Of a revoked token: all events that it sent leave, and everything is counted anew from the rest, in the background. The list says when that is through.',
        ...{ params: ID },
        response: { 202: { ...answerSchema(token), description: 'It will be done' } },
      },
    },
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
