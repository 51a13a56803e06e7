import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { SECURITY_EXPORT_PATH, SECURITY_FORMATS, securityFileName } from '#contract/security-log.ts'
import { linesFile, type RowReading, rowFile, type Source } from '#server/exports/export-cursor.ts'
import type { Column, Row } from '#server/exports/export-file.ts'
import { createLogQuery } from '#server/history/log-query.ts'
import { type createFileAnswer, INERT } from '#server/http/file-answer.ts'
import { createQuery } from '#server/http/query.ts'
import { invalidParameter } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { createPeopleNames } from '#server/records/names.ts'
import type { LoggedEvent } from './security-events.ts'
import { filterOf, NARROWED } from './security-log-routes.ts'

const format = createQuery({
  format: z.enum(SECURITY_FORMATS, {
    error: `The format must be one of ${SECURITY_FORMATS.join(', ')}.`,
  }),
})
const file = { format: 'binary' }

/** Exports the security log: a table, or one event a line as JSON (decision 044). */
export function securityExportRoute(
  app: FastifyInstance,
  { store, registry, insight }: Context,
  reading: RowReading,
  send: ReturnType<typeof createFileAnswer>,
): void {
  const list = createLogQuery(NARROWED, insight.zone)
  const namesOf = createPeopleNames(store, registry)
  const { page: _page, limit: _limit, ...narrowed } = Object(list.querystring.properties)

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
          properties: { ...Object(format.querystring.properties), ...narrowed },
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
      if (unknown) throw invalidParameter(unknown, 'is not known here: a file has all there are')
      const page = list.read(asked)
      const filter = filterOf({ ...page.asked, from: page.from, until: page.until })
      const name = securityFileName(insight.today(), wanted)
      const madeAt = new Date().toISOString()
      if (wanted === 'csv') {
        const source = tableOf(store.securityEvents.statements(filter), namesOf)
        const about = { dataType: 'security-log', timeZone: insight.zone(), generatedAt: madeAt }
        const made = await rowFile(reading, source, about, 'csv')
        return send(request, reply, { ...made, format: 'csv', name })
      }
      const lines = store.securityEvents.statements(filter)
      const head = { log: { madeAt } }
      return send(request, reply, {
        ...{ ...(await linesFile(reading, lines, head)), format: 'jsonl', name },
      })
    },
  )
}

/** With the names that people have by now. */
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
      return events.map(
        (one): Row => [
          ...[new Date(one.at).toISOString(), one.event],
          ...[one.account, named(one.account)?.name || null],
          ...[one.actor, named(one.actor)?.name || null],
          ...[one.address, one.device, one.what, one.became, one.record, one.count, one.request],
        ],
      )
    },
  }
}

const column = (key: string, label: string, kind: Column['kind'] = 'text'): Column => ({
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
