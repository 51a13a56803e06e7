import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { TELLS_OF } from '#contract/access.ts'
import { EXPORT_PATH, EXPORT_TYPES, type ExportType, exportName } from '#contract/analytics.ts'
import { rangeParameters, readRange } from '#server/analytics/day-range.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { createFileAnswer, FILE, FORMAT, INERT } from '#server/http/file-answer.ts'
import { createQuery } from '#server/http/query.ts'
import type { Context } from '#server/http/route-context.ts'
import { demandReading, type Need } from '#server/records/access.ts'
import { securityExportRoute } from '#server/security-log/security-log-routes.ts'
import { chartsFile } from './charts-file.ts'
import { createRowReading, rowFile } from './export-cursor.ts'
import { createSources, ROW_TYPES, type RowType } from './export-sources.ts'
import { recordsExportRoute } from './records-export-routes.ts'

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
  const sourceOf = createSources(registry, zone)
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
      const generatedAt = new Date().toISOString()
      const about = { dataType: type, range, timeZone: zone(), generatedAt }
      const hidden = access.limitsOf(role, 'users')?.hidden
      const file = isRowType(type)
        ? await rowFile(reading, sourceOf(type, range, hidden), about, format)
        : await chartsFile(figures, type, about, format)
      return send(request, reply, { ...file, format, name: exportName(type, range, format) })
    },
  )
}

function isRowType(type: ExportType): type is RowType {
  return ROW_TYPES.some((one) => one === type)
}
