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
import { type Column, linesFile, type RowReading, rowFile } from '#server/exports/export-file.ts'
import {
  createLogQuery,
  idParameter,
  type LogPage,
  PAGINATION,
  paginationOf,
  wordParameter,
} from '#server/history/log-query.ts'
import { type createFileAnswer, INERT } from '#server/http/file-answer.ts'
import { object, propertiesOf } from '#server/http/json-schema.ts'
import { invalidParameter } from '#server/http/refusal.ts'
import { text } from '#server/records/list-query.ts'
import { createPeopleNames } from '#server/records/names.ts'
import type { Context } from '#server/services.ts'
import type { EventFilter, LoggedEvent } from './security-log.ts'

const words = { type: 'string' }
const LINE = {
  ...object({
    id: words,
    at: { ...words, format: 'date-time' },
    event: { ...words, enum: SECURITY_EVENTS },
    account: {
      ...object({ id: words, name: words, isLive: { type: 'boolean' } }),
      description: 'The account it is about; absent when there is none',
    },
    by: {
      ...object({ id: words, name: words }),
      description: 'The author, when it is another user',
    },
    address: { ...words, description: 'The address of the client; absent for commands' },
    device: { ...words, description: 'Browser and system' },
    request: { ...words, description: 'The id of the request, as in the process log' },
    became: { ...words, description: 'The new role, status or format' },
    what: { ...words, description: 'The object of the action' },
    record: { ...words, description: 'The id of the record' },
    count: { type: 'integer', description: 'The number of objects' },
  }),
  required: ['id', 'at', 'event'],
}

const COLUMNS = [
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
] as const satisfies readonly Column[]

/** The filters of the log, in the list and in a file. */
const FILTERS = {
  event: wordParameter('event', SECURITY_EVENTS, 'What happened'),
  person: idParameter('person', 'The id of the account or of the author'),
  address: text({ maxLength: 60, description: 'An IPv4 or IPv6 address' }),
}
const FORMAT = z.enum(SECURITY_FORMATS, {
  error: `The format must be one of ${SECURITY_FORMATS.join(', ')}.`,
})
const file = { format: 'binary' }

/** Throws 400 for an invalid address. */
function filterOf({ asked, from, until }: LogPage): EventFilter {
  const address = asked.address === undefined ? undefined : plainAddress(asked.address)
  if (address !== undefined && address === plainAddress(''))
    throw invalidParameter('address', 'must be an IPv4 or IPv6 address')
  return { event: asked.event, person: asked.person, address, from, until }
}

/**
 * The security log, for admins (ACT-01): a page of it, or a file with a table or with JSON lines of one event each
 * (decision 044).
 */
export function securityLogRoutes(
  app: FastifyInstance,
  { store, registry, insight }: Context,
  { reading, send }: { reading: RowReading; send: ReturnType<typeof createFileAnswer> },
): void {
  const query = createLogQuery(FILTERS, insight.zone)
  const exportQuery = createLogQuery({ format: FORMAT, ...FILTERS }, insight.zone)
  const { page: _page, limit: _limit, ...properties } = propertiesOf(exportQuery.querystring)

  const peopleNames = createPeopleNames(store, registry)
  const namesIn = (events: readonly LoggedEvent[]) =>
    peopleNames(events.flatMap(({ account, actor }) => [account, actor]))

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
      const named = await namesIn(events)
      return {
        events: events.map(({ account, actor, id, at, event, ...facts }) => {
          const by = named(actor)
          const people = { account: named(account), by: by && { id: by.id, name: by.name } }
          const known = Object.entries({ ...people, ...facts }).filter(
            ([, value]) => value ?? false,
          )
          return { id, at, event, ...Object.fromEntries(known) }
        }),
        pagination: paginationOf(page, total),
      }
    },
  )

  /** Makes the rows of the table, with people's current names. */
  const shape = async (page: readonly (string | null)[][]) => {
    const events = page.map(([json]) => (JSON.parse(json ?? '{}') as { event: LoggedEvent }).event)
    const named = await namesIn(events)
    const nameOf = (id: string | null) => named(id)?.name || null
    return events.map(({ at, account, actor, ...facts }) => {
      const people = { accountName: nameOf(account), by: actor, byName: nameOf(actor) }
      const cells = { at: new Date(at).toISOString(), account, ...people, ...facts }
      return COLUMNS.map(({ key }) => cells[key])
    })
  }

  app.get<{ Querystring: Record<string, unknown> }>(
    SECURITY_EXPORT_PATH,
    {
      exposeHeadRoute: false,
      schema: {
        tags: ['Changes'],
        operationId: 'exportSecurityEvents',
        summary: 'The security log as a file',
        description: `JSON lines hold one event each, the oldest first. ${INERT}`,
        querystring: { ...exportQuery.querystring, properties },
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
      const [unknown] = ['page', 'limit'].filter((name) => name in request.query)
      if (unknown)
        throw invalidParameter(unknown, 'cannot be used: an export contains all matching entries')
      const page = exportQuery.read(request.query)
      const format = FORMAT.parse(page.asked.format)
      const statements = store.securityEvents.statements(filterOf(page))
      const name = securityFileName(insight.today(), format)
      const generatedAt = new Date().toISOString()
      if (format === 'jsonl') {
        const lines = await linesFile(reading, statements, { log: { madeAt: generatedAt } })
        return send(request, reply, { ...lines, format, name })
      }
      const contents = 'What touched who may do what.'
      const table = { ...statements, title: 'Security log', contents, columns: COLUMNS, shape }
      const about = { dataType: 'security-log', timeZone: insight.zone(), generatedAt }
      return send(request, reply, {
        ...(await rowFile(reading, table, about, format)),
        format,
        name,
      })
    },
  )
}
