import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { TELLS_OF } from '#contract/access.ts'
import { ANALYTICS_PATH, payloads, TABS, type Tab } from '#contract/analytics.ts'
import { WIDGET_DATA_PATH, WIDGET_TYPES, widgetData, widgetFrame } from '#contract/dashboards.ts'
import { DEFAULT_TIME_RANGE, TIME_OF_DAY, TIME_RANGES } from '#contract/days.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { answerSchema, type JsonSchema, propertiesOf, textsIn } from '#server/http/json-schema.ts'
import { createQuery } from '#server/http/query.ts'
import { notFound } from '#server/http/refusal.ts'
import { demandReading, type Need } from '#server/records/access.ts'
import type { Context } from '#server/services.ts'
import { rangeParameters, readRange } from './day-range.ts'

const SUMMARIES: Readonly<Record<Tab, string>> = {
  engagement: 'Who used the app, for how long and what for',
  missions: 'Missions assigned and completed',
  protocols: 'Protocols assigned, their progress and completion',
  growth: 'Users, their return and their segments',
}

const ANALYTICS: Need = { action: 'read', on: 'analytics' }
const UNTIL = 'Until must be a time of day, like 10:14.'

const tabQuery = createQuery({
  ...rangeParameters,
  until: z
    .string({ error: UNTIL })
    .regex(new RegExp(TIME_OF_DAY), { error: UNTIL })
    .describe(
      'The last day counts only until this time of day, as in the compared of a range that is not over: 10:14',
    )
    .optional(),
})

const widgetQuery = createQuery({
  widgetType: z.enum(WIDGET_TYPES, {
    error: `Widget type must be one of ${WIDGET_TYPES.join(', ')}.`,
  }),
  timeRange: z
    .enum(TIME_RANGES, { error: `Time range must be one of ${TIME_RANGES.join(', ')}.` })
    .describe('Seen from today in the reporting time zone')
    .default(DEFAULT_TIME_RANGE),
})

/** The data of each type of widget, as a schema of its own name. */
const WIDGETS = WIDGET_TYPES.map((type) => ({
  $id: capital(type),
  description: `What a widget of the type ${type} shows`,
  ...answerSchema(widgetData[type]),
}))
const FRAME = answerSchema(z.object(widgetFrame))
const WIDGET_ANSWER: JsonSchema = {
  type: 'object',
  properties: {
    data: { anyOf: WIDGETS.map(({ $id }) => ({ $ref: `${$id}#` })) },
    ...propertiesOf(FRAME),
  },
  required: ['data', ...textsIn(FRAME.required)],
  description: 'The data that the type names, and of when it is',
}

/** The four tabs of analytics, and the data of a dashboard's widgets. */
export function figureRoutes(app: FastifyInstance, { insight, access }: Context): void {
  const { figures } = insight
  for (const widget of WIDGETS) app.addSchema(widget)
  app.get(
    WIDGET_DATA_PATH,
    {
      config: { access: { action: 'read', on: 'dashboards' } },
      schema: {
        tags: ['Dashboard'],
        operationId: 'getWidgetData',
        summary: 'What a widget shows',
        querystring: widgetQuery.querystring,
        response: { 200: WIDGET_ANSWER },
      },
    },
    (request) => {
      const { widgetType, timeRange } = widgetQuery.read(request.query)
      demandReading(access, roleOf(ownerOf(request)), TELLS_OF[widgetType])
      return figures.widget(widgetType, timeRange)
    },
  )

  for (const tab of TABS)
    app.get(
      `${ANALYTICS_PATH}/${tab}`,
      {
        config: { access: ANALYTICS },
        schema: {
          tags: ['Analytics'],
          operationId: `get${capital(tab)}Analytics`,
          summary: SUMMARIES[tab],
          querystring: tabQuery.querystring,
          response: {
            200: {
              ...answerSchema(z.object({ data: payloads[tab] })),
              description: 'The figures of the range',
            },
          },
        },
      },
      async (request) => {
        demandReading(access, roleOf(ownerOf(request)), TELLS_OF[tab])
        const query = tabQuery.read(request.query)
        const range = readRange(query, insight.today())
        return { data: await figures.analytics(tab, range, query.until) }
      },
    )

  // Hidden from the API's description: answers for a tab that does not exist.
  app.get(
    `${ANALYTICS_PATH}/:tab`,
    { config: { access: ANALYTICS }, schema: { hide: true } },
    () => {
      throw notFound('Invalid analytics tab')
    },
  )
}

function capital(word: string): string {
  return `${word[0]?.toUpperCase()}${word.slice(1)}`
}
