import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { TELLS_OF } from '#contract/access.ts'
import { WIDGET_DATA_PATH, WIDGET_TYPES, widgetData, widgetFrame } from '#contract/dashboards.ts'
import { DEFAULT_TIME_RANGE, TIME_RANGES } from '#contract/days.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { answerSchema, type JsonSchema, propertiesOf, textsIn } from '#server/http/json-schema.ts'
import { createQuery } from '#server/http/query.ts'
import type { Context } from '#server/http/route-context.ts'
import { demandReading } from '#server/records/access.ts'

const { querystring, read } = createQuery({
  widgetType: z.enum(WIDGET_TYPES, {
    error: `Widget type must be one of ${WIDGET_TYPES.join(', ')}.`,
  }),
  timeRange: z
    .enum(TIME_RANGES, { error: `Time range must be one of ${TIME_RANGES.join(', ')}.` })
    .describe('Seen from today in the reporting time zone')
    .default(DEFAULT_TIME_RANGE),
})

/** What a widget of a dashboard shows (DASH-04). */
export function widgetRoutes(app: FastifyInstance, { insight, access }: Context): void {
  for (const widget of WIDGETS) app.addSchema(widget)

  app.get(
    WIDGET_DATA_PATH,
    {
      config: { access: { action: 'read', on: 'dashboards' } },
      schema: {
        tags: ['Dashboard'],
        operationId: 'getWidgetData',
        summary: 'What a widget shows',
        querystring,
        response: { 200: ANSWER },
      },
    },
    (request) => {
      const { widgetType, timeRange } = read(request.query)
      demandReading(access, roleOf(ownerOf(request)), TELLS_OF[widgetType])
      return insight.figures.widget(widgetType, timeRange)
    },
  )
}

/** The data of each type, as a schema of its own name. */
const WIDGETS = WIDGET_TYPES.map((type) => ({
  $id: `${type[0]?.toUpperCase()}${type.slice(1)}`,
  description: `What a widget of the type ${type} shows`,
  ...answerSchema(widgetData[type]),
}))

/** The data of one of the types, and of when it is. */
const FRAME = answerSchema(z.object(widgetFrame))
const ANSWER: JsonSchema = {
  type: 'object',
  properties: {
    data: { anyOf: WIDGETS.map(({ $id }) => ({ $ref: `${$id}#` })) },
    ...propertiesOf(FRAME),
  },
  required: ['data', ...textsIn(FRAME.required)],
  description: 'The data that the type names, and of when it is',
}
