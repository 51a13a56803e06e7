import type { FastifyInstance } from 'fastify'
import {
  SIGN_IN_EVENT_DAYS,
  SIGN_IN_EVENTS,
  SIGN_IN_EVENTS_PATH,
  type SignInEventPage,
} from '#contract/sign-in-events.ts'
import { nameOf } from '#model/text-of.ts'
import { object } from '#server/http/json-schema.ts'
import {
  createLogQuery,
  idParameter,
  PAGINATION,
  paginationOf,
  wordParameter,
} from '#server/http/log-query.ts'
import type { Context } from './context.ts'

const words = { type: 'string' }
const EVENT = {
  ...object({
    id: words,
    at: { type: 'string', format: 'date-time' },
    event: { type: 'string', enum: SIGN_IN_EVENTS },
    user: object({ id: words, name: words, isLive: { type: 'boolean' } }),
    by: { ...object({ id: words, name: words }), description: 'Who did it, where that is another' },
    address: { ...words, description: 'Where it came from; absent for commands' },
    became: { ...words, description: 'The role since then' },
  }),
  required: ['id', 'at', 'event', 'user'],
}

/** Who signed in, and who tried to, for admins (ACT-01). */
export function signInEventRoutes(app: FastifyInstance, context: Context): void {
  const { store, registry, insight } = context
  const users = registry.find(({ name }) => name === 'users')
  const query = createLogQuery(
    {
      user: idParameter('user', 'An id: of whom it is about'),
      event: wordParameter('event', SIGN_IN_EVENTS, 'What happened'),
    },
    insight.zone,
  )

  app.get(
    SIGN_IN_EVENTS_PATH,
    {
      schema: {
        tags: ['Changes'],
        operationId: 'listSignInEvents',
        summary: 'What happened around signing in, the latest first',
        description: `Failed sign-ins are those of known accounts. Kept for ${SIGN_IN_EVENT_DAYS} days.`,
        querystring: query.querystring,
        response: {
          200: {
            ...object({ events: { type: 'array', items: EVENT }, pagination: PAGINATION }),
            description: 'The events that were asked for',
          },
        },
      },
    },
    async (request): Promise<SignInEventPage> => {
      const page = query.read(request.query)
      const { user, event } = page.asked
      const { events, ...total } = await store.signInEvents.list({ user, event, ...page }, page)
      const ids = events.flatMap(({ userId, byId }) => [userId, ...(byId === null ? [] : [byId])])
      const people = new Map(
        (await store.changeLog.named('users', [...new Set(ids)])).map((one) => [one.id, one]),
      )
      const named = (id: string) => ({
        id,
        name: users ? nameOf(users, { ...people.get(id)?.data, _id: id, id }) : '',
      })
      return {
        events: events.map(({ id, at, event: what, userId, byId, address, became }) => ({
          ...{ id, at, event: what },
          user: { ...named(userId), isLive: people.get(userId)?.isLive === true },
          ...(byId !== null && byId !== userId && { by: named(byId) }),
          ...(address !== null && { address }),
          ...(became !== null && { became }),
        })),
        pagination: paginationOf(page, total),
      }
    },
  )
}
