import type { FastifyInstance } from 'fastify'
import {
  SECURITY_DAYS,
  SECURITY_EVENTS,
  SECURITY_PATH,
  type SecurityPage,
} from '#contract/security-log.ts'
import { plainAddress } from '#server/auth/limits.ts'
import {
  createLogQuery,
  idParameter,
  PAGINATION,
  paginationOf,
  wordParameter,
} from '#server/history/log-query.ts'
import { object } from '#server/http/json-schema.ts'
import { invalidParameter } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { text } from '#server/records/list-query.ts'
import { createPeopleNames } from '#server/records/names.ts'
import type { EventFilter } from './security-events.ts'

const words = { type: 'string' }
const person = object({ id: words, name: words })
const LINE = {
  ...object({
    id: words,
    at: { type: 'string', format: 'date-time' },
    event: { type: 'string', enum: SECURITY_EVENTS },
    account: {
      ...object({ id: words, name: words, isLive: { type: 'boolean' } }),
      description: 'Whom it is about; absent where nobody was found',
    },
    by: { ...person, description: 'Who did it, where that is another' },
    address: { ...words, description: 'Where it came from; absent for commands' },
    device: { ...words, description: 'Browser and system' },
    request: { ...words, description: 'The id of the request, as in the process log' },
    became: { ...words, description: 'The role, status or format since then' },
    what: { ...words, description: 'What it was done to or with' },
    record: { ...words, description: 'The record that it was done to' },
    count: { type: 'integer', description: 'To how many' },
  }),
  required: ['id', 'at', 'event'],
}
/** The parameters that narrow the log, in the list and in a file. */
export const NARROWED = {
  event: wordParameter('event', SECURITY_EVENTS, 'What happened'),
  person: idParameter('person', 'An id: of whom it is about, or who did it'),
  address: text({ maxLength: 60, description: 'An IPv4 or IPv6 address' }),
}

type Asked = Readonly<Record<string, string | undefined>>

/** What the store narrows by. Throws 400 for what is no address. */
export function filterOf({ event, person: by, address, from, until }: Asked): EventFilter {
  const plain = address === undefined ? undefined : plainAddress(address)
  if (plain !== undefined && plain === plainAddress(''))
    throw invalidParameter('address', 'must be an IPv4 or IPv6 address')
  return { event, person: by, address: plain, from, until }
}

/** What touched who may do what, for admins (ACT-01). */
export function securityLogRoutes(app: FastifyInstance, context: Context): void {
  const { store, registry, insight } = context
  const query = createLogQuery(NARROWED, insight.zone)
  const namesOf = createPeopleNames(store, registry)

  app.get(
    SECURITY_PATH,
    {
      schema: {
        tags: ['Changes'],
        operationId: 'listSecurityEvents',
        summary: 'The security log, the latest first',
        description: `Sign-ins, refusals, changes of rights, passwords, tokens, exports, imports and erasures. Kept for ${SECURITY_DAYS} days.`,
        querystring: query.querystring,
        response: {
          200: {
            ...object({
              events: { type: 'array', items: LINE },
              pagination: PAGINATION,
            }),
            description: 'The matching events',
          },
        },
      },
    },
    async (request): Promise<SecurityPage> => {
      const page = query.read(request.query)
      const filter = filterOf({ ...page.asked, from: page.from, until: page.until })
      const { events, ...total } = await store.securityEvents.list(filter, page)
      const named = await namesOf(events.flatMap(({ account, actor }) => [account, actor]))
      return {
        events: events.map(({ account, actor, id, at, event, count, ...facts }) => {
          const [about, by] = [named(account), named(actor)]
          return {
            ...{ id, at, event },
            ...(about && { account: about }),
            ...(by && { by: { id: by.id, name: by.name } }),
            ...(count !== null && { count }),
            ...present(facts),
          }
        }),
        pagination: paginationOf(page, total),
      }
    },
  )
}

/** Without what is null. */
function present<Key extends string>(facts: Record<Key, string | null>) {
  const all = Object.entries<string | null>(facts).filter(([, value]) => value !== null)
  return Object.fromEntries(all) as Partial<Record<Key, string>>
}
