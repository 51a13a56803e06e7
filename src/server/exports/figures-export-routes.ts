import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { TELLS_OF } from '#contract/access.ts'
import { EXPORT_PATH, EXPORT_TYPES, type ExportType, exportName } from '#contract/analytics.ts'
import { rangeParameters, readRange } from '#server/analytics/day-range.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { createFileAnswer, FILE, FORMAT, INERT } from '#server/http/file-answer.ts'
import { createQuery } from '#server/http/query.ts'
import type { Context } from '#server/http/route-context.ts'
import { type AccessRules, demandReading, type Need } from '#server/records/access.ts'
import { securityExportRoute } from '#server/security-log/security-export-routes.ts'
import { createExporter } from './export.ts'
import { recordsExportRoute } from './records-export-routes.ts'
import { createRowReading } from './rows/export-cursor.ts'

const EXPORT: Need = { action: 'export', on: 'analytics' }

const { querystring, read } = createQuery({
  dataType: z
    .enum(EXPORT_TYPES, { error: 'Invalid analytics tab' })
    .describe(
      'A tab, all tabs, or the rows themselves: users created, assignments made, events that happened in the range',
    ),
  format: FORMAT,
  ...rangeParameters,
})
const schema = {
  tags: ['Analytics'],
  operationId: 'exportAnalytics',
  summary: 'Export figures or rows as a file',
  description: `Charts as CSV are one table with a line for each number: tab, chart, by (what the key is), key, metric, unit, value; an empty value is none. As JSON they are the payloads with their definitions, as a workbook a sheet for each chart and one about them. Rows have a column for each property. ${INERT}`,
  querystring,
  response: { 200: FILE },
}

/** Files to take away (ANA-03, API-06). */
export function exportRoutes(app: FastifyInstance, context: Context): void {
  const { insight, registry, store, access, security } = context
  const { figures, zone } = insight
  const reading = createRowReading(store)
  const exporter = createExporter({ reading, figures, registry, zone })
  app.addHook('onClose', () => reading.close())
  const send = createFileAnswer(store.callers, security)
  for (const resource of registry)
    if (!resource.hasOwnPage) recordsExportRoute(app, context, resource, reading, send)
  securityExportRoute(app, context, reading, send)

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
      return send(request, reply, { total, body, format, name: exportName(type, range, format) })
    },
  )
}

/** The keys of users that a file with rows of them leaves out. */
function hiddenKeys(access: AccessRules, role: string, type: ExportType): readonly string[] {
  return TELLS_OF[type].includes('users') ? (access.limitsOf(role, 'users')?.hidden ?? []) : []
}
