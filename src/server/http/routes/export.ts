import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { TELLS_OF } from '#contract/access.ts'
import {
  EXPORT_FORMATS,
  EXPORT_PATH,
  EXPORT_TYPES,
  type ExportFormat,
  type ExportType,
  exportName,
  TOTAL_ROWS_HEADER,
} from '#contract/insight/analytics.ts'
import { type AccessRules, demandReading, type Need } from '#server/domain/access.ts'
import { bearerToken, ownerOf, roleOf } from '#server/http/authorise.ts'
import { rangeParameters, readRange } from '#server/http/day-range.ts'
import { createQuery } from '#server/http/query.ts'
import { createExporter } from '#server/insight/export/export.ts'
import type { Context } from './context.ts'

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** How often a long export asks whether its caller may still have it. */
const RECHECK_MS = 2000

const EXPORT: Need = { action: 'export', on: 'analytics' }

const file = { type: 'string', format: 'binary' }
const { querystring, read } = createQuery({
  dataType: z
    .enum(EXPORT_TYPES, { error: 'Invalid analytics tab' })
    .describe(
      'A tab, all tabs, or the rows themselves: users created, assignments made, events that happened in the range',
    ),
  format: z.enum(EXPORT_FORMATS, {
    error: `The format must be one of ${EXPORT_FORMATS.join(', ')}.`,
  }),
  ...rangeParameters,
})
const schema = {
  tags: ['Analytics'],
  operationId: 'exportAnalytics',
  summary: 'Export figures or rows as a file',
  description: `Charts as CSV are one table with a line for each number: tab, chart, by (what the key is), key, metric, unit, value; an empty value is none. As JSON they are the payloads with their definitions, as a workbook a sheet for each chart and one about them. Rows have a column for each property. Times in CSV and JSON are UTC, those in a workbook of the reporting time zone. In texts of a CSV an apostrophe stands before each of = + - @ that a spreadsheet could run: at the text’s start and after each ; , | TAB or line end, invisible characters and quotes between them not counted. It is one more where there were some already, so that taking one away at each such place gives the text as it was. The header ${TOTAL_ROWS_HEADER} says how many rows will come, where that is known. At most two exports of rows run at once; a transfer that breaks off is no whole file.`,
  querystring,
  response: {
    200: {
      description: 'The file',
      content: {
        [CONTENT_TYPES.csv]: { schema: file },
        [CONTENT_TYPES.json]: { schema: { type: 'object', additionalProperties: true } },
        [CONTENT_TYPES.xlsx]: { schema: file },
      },
    },
  },
}

/** Files to take away (ANA-03, API-06). */
export function exportRoutes(app: FastifyInstance, context: Context): void {
  const { insight, registry, store, access } = context
  const { figures, zone } = insight
  const exporter = createExporter({ store, figures, registry, zone })
  app.addHook('onClose', () => exporter.close())

  /** What was begun in one role is not finished in another. */
  const isAllowed = async (request: FastifyRequest): Promise<boolean> => {
    const owner = await store.sessions.owner(bearerToken(request) ?? '')
    return owner !== undefined && roleOf(owner) === roleOf(ownerOf(request))
  }

  // Without HEAD: it would cost as much as the file.
  app.get(
    EXPORT_PATH,
    { schema, config: { access: EXPORT }, exposeHeadRoute: false },
    async (request, reply) => {
      const { dataType: type, format, ...days } = read(request.query)
      const role = roleOf(ownerOf(request))
      demandReading(access, role, TELLS_OF[type])
      const range = readRange(days, insight.today())
      const { total, body } = await exporter.make(
        type,
        range,
        format,
        hiddenKeys(access, role, type),
      )
      if (body instanceof Readable) {
        body.once('error', (err) => request.log.error({ err }, 'An export broke off.'))
        endWithPermission(body, () => isAllowed(request))
      }
      reply
        .type(CONTENT_TYPES[format])
        .header('content-disposition', `attachment; filename="${exportName(type, range, format)}"`)
      if (total !== undefined) reply.header(TOTAL_ROWS_HEADER, total)
      return reply.send(body)
    },
  )
}

/** The keys of users that a file with rows of them leaves out. */
function hiddenKeys(access: AccessRules, role: string, type: ExportType): readonly string[] {
  return TELLS_OF[type].includes('users') ? (access.limitsOf(role, 'users')?.hidden ?? []) : []
}

/** Breaks a stream off when its caller signs out, or loses the admin role. */
function endWithPermission(body: Readable, isAllowed: () => Promise<boolean>): void {
  const timer = setInterval(() => {
    // A database that cannot answer breaks the export by itself.
    isAllowed().then(
      (yes) => yes || body.destroy(),
      () => undefined,
    )
  }, RECHECK_MS)
  body.once('close', () => clearInterval(timer))
}
