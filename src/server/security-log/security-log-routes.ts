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
import { route } from '#server/auth/auth-schemas.ts'
import { plainAddress } from '#server/auth/limits.ts'
import { quote } from '#server/db/json-sql.ts'
import { all, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import {
  createLogQuery,
  idParameter,
  type LogPage,
  PAGINATION,
  paginationOf,
  wordParameter,
} from '#server/history/log-query.ts'
import { type Column, type FileExports, linesFile, rowFile } from '#server/http/export-file.ts'
import { INERT } from '#server/http/file-answer.ts'
import { object, propertiesOf, textSchema } from '#server/http/json-schema.ts'
import { invalidParameter } from '#server/http/refusal.ts'
import { text } from '#server/records/list-query.ts'
import { MOST_COUNTED } from '#server/records/records.ts'
import type { Context } from '#server/services.ts'
import type { LoggedEvent } from './security-log.ts'

const id = { type: 'string' }
const LINE = object(
  {
    id,
    at: { type: 'string', format: 'date-time' },
    event: { type: 'string', enum: SECURITY_EVENTS },
  },
  {
    account: {
      ...object({ id, name: id, isLive: { type: 'boolean' } }),
      description: 'The affected account; absent if there is none',
    },
    by: {
      ...object({ id, name: id }),
      description: 'The user who did it, if different from the account',
    },
    address: textSchema('The address of the client; absent for commands'),
    device: textSchema('Browser and system'),
    request: textSchema('The id of the request, as in the process log'),
    became: textSchema('The new role, status or format'),
    what: textSchema('The object of the action'),
    record: textSchema('The id of the record'),
    count: { type: 'integer', description: 'The number of objects' },
  },
)

const column = <Key extends string>(key: Key, label: string, kind: Column['kind'] = 'text') => ({
  ...{ key, label, kind },
})
const COLUMNS = [
  column('at', 'Time', 'moment'),
  column('event', 'Event'),
  column('account', 'Person ID'),
  column('accountName', 'Person'),
  column('by', 'By ID'),
  column('byName', 'By'),
  column('address', 'Address'),
  column('device', 'Device'),
  column('what', 'What'),
  column('became', 'Became'),
  column('record', 'Record'),
  column('count', 'Count', 'number'),
  column('request', 'Request'),
]

/** The filters of the log, for the list and the export. */
const FILTERS = {
  event: wordParameter('event', SECURITY_EVENTS, 'The event'),
  person: idParameter('person', 'The id of the account or of the author'),
  address: text({ maxLength: 60, description: 'An IPv4 or IPv6 address' }),
}
const FORMAT = z.enum(SECURITY_FORMATS, {
  error: `The format must be one of ${SECURITY_FORMATS.join(', ')}.`,
})
const file = { format: 'binary' }

/**
 * Returns the condition of a query. `person` is the id of the account or the author. A cursor takes no parameters, so
 * `isQuoted` writes the validated values into the text. Throws 400 for an invalid address.
 */
function whereOf({ asked, from, until }: LogPage, isQuoted = false): Sql {
  const { event, person } = asked
  const address = asked.address === undefined ? undefined : plainAddress(asked.address)
  if (address !== undefined && address === plainAddress(''))
    throw invalidParameter('address', 'must be an IPv4 or IPv6 address')
  const value = (text: string) => (isQuoted ? raw(quote(text)) : sql`${text}`)
  return all([
    raw('true'),
    ...(event ? [sql`event = ${value(event)}`] : []),
    ...(person ? [sql`${value(person)}::uuid in (account, actor)`] : []),
    ...(address ? [sql`address = ${value(address)}`] : []),
    ...(from ? [sql`at >= ${value(from)}::timestamptz`] : []),
    ...(until ? [sql`at < ${value(until)}::timestamptz`] : []),
  ])
}

/**
 * Registers the routes of the security log, for admins: a page, and an export as a table or as JSON lines with one
 * event each.
 */
export function securityLogRoutes(
  app: FastifyInstance,
  { store, insight }: Context,
  { reading, send }: FileExports,
): void {
  const query = createLogQuery(FILTERS, insight.zone)
  const exportQuery = createLogQuery({ format: FORMAT, ...FILTERS }, insight.zone)
  const { page: _page, limit: _limit, ...properties } = propertiesOf(exportQuery.querystring)

  const namesIn = (events: readonly LoggedEvent[]) =>
    store.references.people(events.flatMap(({ account, actor }) => [account, actor]))

  app.get(
    SECURITY_PATH,
    route('Changes', 'listSecurityEvents', 'List the security log', {
      description: `Sign-ins, denied requests, changes of permissions, passwords, tokens, exports, imports and erasures, latest first. Events are kept for ${SECURITY_DAYS} days.`,
      querystring: query.querystring,
      response: {
        200: {
          ...object({ events: { type: 'array', items: LINE }, pagination: PAGINATION }),
          description: 'The matching events',
        },
      },
    }),
    async (request): Promise<SecurityPage> => {
      const page = query.read(request.query)
      const where = whereOf(page)
      const [events, [{ n } = { n: 0 }]] = await Promise.all([
        rowsOf<LoggedEvent>(
          store.pool,
          sql`select * from security_events where ${where}
            order by at desc, id desc limit ${page.limit} offset ${page.offset}`,
        ),
        rowsOf<{ n: number }>(
          store.pool,
          sql`select count(*) as n from
            (select 1 from security_events where ${where} limit ${MOST_COUNTED + 1}) as counted`,
        ),
      ])
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
        pagination: paginationOf(page, {
          total: Math.min(n, MOST_COUNTED),
          isMore: n > MOST_COUNTED,
        }),
      }
    },
  )

  /** Converts the rows of the table, with users' current names. */
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
      ...route('Changes', 'exportSecurityEvents', 'Export the security log', {
        description: `JSON lines have one event each, oldest first. ${INERT}`,
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
      }),
    },
    async (request, reply) => {
      const [unknown] = ['page', 'limit'].filter((name) => name in request.query)
      if (unknown)
        throw invalidParameter(unknown, 'is not allowed: an export contains all matching entries')
      const page = exportQuery.read(request.query)
      const format = FORMAT.parse(page.asked.format)
      const where = whereOf(page, true)
      const statements = {
        select: sql`select json_build_object('event', e) from security_events e where ${where} order by at, id`,
        count: sql`select count(*) as count from security_events where ${where}`,
      }
      const name = securityFileName(insight.today(), format)
      const generatedAt = new Date().toISOString()
      const about = { dataType: 'security-log', timeZone: insight.zone(), generatedAt }
      const head = { title: 'Security log', contents: 'Events about access and permissions.' }
      const made =
        format === 'jsonl'
          ? await linesFile(reading, statements, { log: { madeAt: generatedAt } })
          : await rowFile(
              reading,
              { ...statements, ...head, columns: COLUMNS, shape },
              about,
              format,
            )
      return send(request, reply, { ...made, format, name })
    },
  )
}
