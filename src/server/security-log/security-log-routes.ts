import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import {
  SECURITY_DAYS,
  SECURITY_EVENTS,
  SECURITY_EXPORT_PATH,
  SECURITY_FORMATS,
  SECURITY_PATH,
  type SecurityPage,
  securityFileName,
} from '#contract/security-log.ts'
import { plainAddress } from '#server/auth/limits.ts'
import {
  type Column,
  linesFile,
  type RowReading,
  rowFile,
  type Source,
} from '#server/exports/export-file.ts'
import {
  createLogQuery,
  idParameter,
  type LogPage,
  PAGINATION,
  paginationOf,
  wordParameter,
} from '#server/history/log-query.ts'
import { type createFileAnswer, INERT } from '#server/http/file-answer.ts'
import { object } from '#server/http/json-schema.ts'
import { createQuery } from '#server/http/query.ts'
import { invalidParameter } from '#server/http/refusal.ts'
import { text } from '#server/records/list-query.ts'
import { createPeopleNames } from '#server/records/names.ts'
import type { Context } from '#server/services.ts'
import type { EventFilter, LoggedEvent } from './security-log.ts'

const words = { type: 'string' }
const LINE = {
  ...object({
    id: words,
    at: { type: 'string', format: 'date-time' },
    event: { type: 'string', enum: SECURITY_EVENTS },
    account: {
      ...object({ id: words, name: words, isLive: { type: 'boolean' } }),
      description: 'Whom it is about; absent where nobody was found',
    },
    by: { ...object({ id: words, name: words }), description: 'Who did it, where that is another' },
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

/** The filters of the log, in the list and in a file. */
const FILTERS = {
  event: wordParameter('event', SECURITY_EVENTS, 'What happened'),
  person: idParameter('person', 'An id: of whom it is about, or who did it'),
  address: text({ maxLength: 60, description: 'An IPv4 or IPv6 address' }),
}

/** Throws 400 for an invalid address. */
function filterOf({ asked, from, until }: LogPage): EventFilter {
  const address = asked.address === undefined ? undefined : plainAddress(asked.address)
  if (address !== undefined && address === plainAddress(''))
    throw invalidParameter('address', 'must be an IPv4 or IPv6 address')
  return { event: asked.event, person: asked.person, address, from, until }
}

/** The security log, for admins (ACT-01). */
export function securityLogRoutes(
  app: FastifyInstance,
  { store, registry, insight }: Context,
): void {
  const query = createLogQuery(FILTERS, insight.zone)
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
            ...object({ events: { type: 'array', items: LINE }, pagination: PAGINATION }),
            description: 'The matching events',
          },
        },
      },
    },
    async (request): Promise<SecurityPage> => {
      const page = query.read(request.query)
      const { events, ...total } = await store.securityEvents.list(filterOf(page), page)
      const named = await namesOf(events.flatMap(({ account, actor }) => [account, actor]))
      return {
        events: events.map(({ account, actor, id, at, event, count, ...facts }) => {
          const [about, by] = [named(account), named(actor)]
          return {
            id,
            at,
            event,
            ...(about && { account: about }),
            ...(by && { by: { id: by.id, name: by.name } }),
            ...(count !== null && { count }),
            ...withoutNulls(facts),
          }
        }),
        pagination: paginationOf(page, total),
      }
    },
  )
}

function withoutNulls<Key extends string>(facts: Record<Key, string | null>) {
  const all = Object.entries<string | null>(facts).filter(([, value]) => value !== null)
  return Object.fromEntries(all) as Partial<Record<Key, string>>
}

const format = createQuery({
  format: z.enum(SECURITY_FORMATS, {
    error: `The format must be one of ${SECURITY_FORMATS.join(', ')}.`,
  }),
})
const file = { format: 'binary' }

/** Exports the security log as a table, or as JSON lines of one event each (decision 044). */
export function securityExportRoute(
  app: FastifyInstance,
  { store, registry, insight }: Context,
  reading: RowReading,
  send: ReturnType<typeof createFileAnswer>,
): void {
  const list = createLogQuery(FILTERS, insight.zone)
  const namesOf = createPeopleNames(store, registry)
  const { page: _page, limit: _limit, ...filters } = Object(list.querystring.properties)

  app.get<{ Querystring: Record<string, unknown> }>(
    SECURITY_EXPORT_PATH,
    {
      exposeHeadRoute: false,
      schema: {
        tags: ['Changes'],
        operationId: 'exportSecurityEvents',
        summary: 'The security log as a file',
        description: `JSON lines hold one event each, the oldest first. ${INERT}`,
        querystring: {
          ...list.querystring,
          required: ['format'],
          properties: { ...Object(format.querystring.properties), ...filters },
        },
        response: {
          200: {
            description: 'The file',
            content: {
              'text/csv; charset=utf-8': { schema: file },
              'application/x-ndjson': { schema: file },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { format: given, ...asked } = request.query
      const { format: wanted } = format.read(given === undefined ? {} : { format: given })
      const [unknown] = ['page', 'limit'].filter((name) => name in asked)
      if (unknown) throw invalidParameter(unknown, 'cannot be used: an export contains all matching entries')
      const statements = store.securityEvents.statements(filterOf(list.read(asked)))
      const name = securityFileName(insight.today(), wanted)
      const generatedAt = new Date().toISOString()
      if (wanted === 'jsonl') {
        const lines = await linesFile(reading, statements, { log: { madeAt: generatedAt } })
        return send(request, reply, { ...lines, format: wanted, name })
      }
      const about = { dataType: 'security-log', timeZone: insight.zone(), generatedAt }
      const table = await rowFile(reading, tableOf(statements, namesOf), about, wanted)
      return send(request, reply, { ...table, format: wanted, name })
    },
  )
}

const COLUMNS: readonly Column[] = [
  { key: 'at', label: 'Time', kind: 'moment' },
  { key: 'event', label: 'Event', kind: 'text' },
  { key: 'account', label: 'Person ID', kind: 'text' },
  { key: 'accountName', label: 'Person', kind: 'text' },
  { key: 'by', label: 'By ID', kind: 'text' },
  { key: 'byName', label: 'By', kind: 'text' },
  { key: 'address', label: 'Address', kind: 'text' },
  { key: 'device', label: 'Device', kind: 'text' },
  { key: 'what', label: 'What', kind: 'text' },
  { key: 'became', label: 'Became', kind: 'text' },
  { key: 'record', label: 'Record', kind: 'text' },
  { key: 'count', label: 'Count', kind: 'number' },
  { key: 'request', label: 'Request', kind: 'text' },
]

/** The rows of the table, with people's current names. */
function tableOf(
  statements: Pick<Source, 'select' | 'count'>,
  namesOf: ReturnType<typeof createPeopleNames>,
): Source {
  return {
    ...statements,
    title: 'Security log',
    contents: 'What touched who may do what.',
    columns: COLUMNS,
    async shape(page) {
      const events = page.map(
        ([json]) => (JSON.parse(json ?? '{}') as { event: LoggedEvent }).event,
      )
      const named = await namesOf(events.flatMap(({ account, actor }) => [account, actor]))
      const nameOf = (id: string | null) => named(id)?.name || null
      return events.map(({ at, account, actor, ...one }) => {
        const people = [account, nameOf(account), actor, nameOf(actor)]
        const { address, device, what, became, record, count, request } = one
        const facts = [address, device, what, became, record, count, request]
        return [new Date(at).toISOString(), one.event, ...people, ...facts]
      })
    },
  }
}
