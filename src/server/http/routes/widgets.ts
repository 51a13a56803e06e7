import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { DEFAULT_TIME_RANGE, TIME_RANGES, timeRangeSchema } from '#contract/insight/days.ts'
import {
  WIDGET_DATA_PATH,
  WIDGET_TYPES,
  widgetData,
  widgetFrame,
} from '#contract/insight/widgets.ts'
import type { FieldErrors } from '#model/words.ts'
import { invalid } from '#server/domain/refusals.ts'
import { onlyParameters } from '#server/http/day-range.ts'
import { answerSchema, type JsonSchema, textsIn } from '#server/http/json-schema.ts'
import type { Context } from './context.ts'

const widgetType = z.enum(WIDGET_TYPES)

const parameters = {
  widgetType: { type: 'string', enum: WIDGET_TYPES },
  timeRange: {
    type: 'string',
    enum: TIME_RANGES,
    default: DEFAULT_TIME_RANGE,
    description: 'Seen from today in the reporting time zone',
  },
}

/** What a widget of a dashboard shows (DASH-04). */
export function widgetRoutes(app: FastifyInstance, { insight }: Context): void {
  for (const widget of WIDGETS) app.addSchema(widget)

  app.get(
    WIDGET_DATA_PATH,
    {
      schema: {
        tags: ['Dashboard'],
        operationId: 'getWidgetData',
        summary: 'What a widget shows',
        querystring: { type: 'object', properties: parameters, required: ['widgetType'] },
        response: { 200: ANSWER },
      },
    },
    (request) => {
      const { type, range } = parse(Object(request.query))
      return insight.figures.widget(type, range)
    },
  )
}

/** Throws 400 that names what is wrong. */
function parse(query: Readonly<Record<string, unknown>>) {
  onlyParameters(query, Object.keys(parameters))
  const type = widgetType.safeParse(query.widgetType)
  const range = timeRangeSchema.default(DEFAULT_TIME_RANGE).safeParse(query.timeRange)
  if (type.success && range.success) return { type: type.data, range: range.data }
  const fields: FieldErrors = {}
  if (!type.success) fields.widgetType = `Widget type must be one of ${WIDGET_TYPES.join(', ')}.`
  if (!range.success) fields.timeRange = `Time range must be one of ${TIME_RANGES.join(', ')}.`
  throw invalid(Object.values(fields).join(' '), fields)
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
    ...Object(FRAME.properties),
  },
  required: ['data', ...textsIn(FRAME.required)],
  description: 'The data that the type names, and of when it is',
}
