import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { TELLS_OF } from '#contract/access.ts'
import { ANALYTICS_PATH, payloads, TABS, type Tab } from '#contract/analytics.ts'
import { erasedName } from '#contract/changes.ts'
import { WIDGET_DATA_PATH, WIDGET_TYPES, widgetData, widgetFrame } from '#contract/dashboards.ts'
import {
  addDays,
  type Day,
  type DayRange,
  DEFAULT_DAYS,
  DEFAULT_TIME_RANGE,
  dayFault,
  lengthOf,
  MAX_DAYS,
  rangeOf,
  TIME_OF_DAY,
  TIME_RANGES,
} from '#contract/days.ts'
import {
  type Activity,
  MOST_ACTIVITY,
  OVERVIEW_PATH,
  type SystemOverview,
  systemOverview,
} from '#contract/overview.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { FieldErrors } from '#model/words.ts'
import type { Happening } from '#server/history/audit-log.ts'
import { ownerOf, roleOf, whoOf } from '#server/http/authorise.ts'
import {
  answerSchema,
  dayParameter,
  type JsonSchema,
  propertiesOf,
  textsIn,
} from '#server/http/json-schema.ts'
import { createQuery, refusal } from '#server/http/query.ts'
import { notFound } from '#server/http/refusal.ts'
import { demandReading, type Need } from '#server/records/access.ts'
import type { Context } from '#server/services.ts'

const SUMMARIES: Readonly<Record<Tab, string>> = {
  engagement: 'Use of the app: users, sessions and features',
  missions: 'Missions assigned and completed',
  protocols: 'Protocols assigned, their progress and completion',
  growth: 'Users, retention and segments',
}

const ANALYTICS: Need = { action: 'read', on: 'analytics' }
const UNTIL = 'Until must be a time of day, like 10:14.'

const day = (label: string, meaning: string) =>
  z
    .string({ error: `${label} may occur only once.` })
    .superRefine((text, { addIssue }) => {
      const fault = dayFault(text)
      if (fault) addIssue(`${label} ${fault}.`)
    })
    .meta(dayParameter(meaning))
    .optional()

/** The parameters that `readRange` takes. */
export const rangeParameters = {
  startDate: day(
    'Start date',
    `The first day, in the reporting time zone. It must not be in the future. By default ${DEFAULT_DAYS - 1} days before the last`,
  ),
  endDate: day(
    'End date',
    `The last day, included. By default today. A later day counts as today. The range has at most ${MAX_DAYS} days`,
  ),
}

/**
 * Returns the days of a query. Without an end, or with one in the future, they end today. Without a start, they are the
 * DEFAULT_DAYS up to the end. Throws 400 for an end before the start, a start in the future, and more than MAX_DAYS.
 */
export function readRange(
  { startDate, endDate }: { startDate?: Day | undefined; endDate?: Day | undefined },
  today: Day,
): DayRange {
  const asked = endDate ?? today
  const end = asked < today ? asked : today
  const range = { start: startDate ?? addDays(end, 1 - DEFAULT_DAYS), end }
  const faults: FieldErrors = {}
  if (range.start > today) faults.startDate = 'Start date must not be in the future.'
  if (endDate !== undefined && range.start > asked)
    faults.startDate = 'Start date must not be after the end date.'
  if (lengthOf(range) > MAX_DAYS)
    faults.endDate = `End date must be at most ${MAX_DAYS} days from the start.`
  if (Object.keys(faults).length > 0) throw refusal(faults)
  return range
}

const tabQuery = createQuery({
  ...rangeParameters,
  until: z
    .string({ error: UNTIL })
    .regex(new RegExp(TIME_OF_DAY), { error: UNTIL })
    .describe(
      'The last day counts only until this time of day, like 10:14. Used for the period that a partial range is compared with',
    )
    .optional(),
})

const widgetQuery = createQuery({
  widgetType: z.enum(WIDGET_TYPES, {
    error: `Widget type must be one of ${WIDGET_TYPES.join(', ')}.`,
  }),
  timeRange: z
    .enum(TIME_RANGES, { error: `Time range must be one of ${TIME_RANGES.join(', ')}.` })
    .describe('The range, relative to today in the reporting time zone')
    .default(DEFAULT_TIME_RANGE),
})

/** The data of each type of widget, as a named schema. */
const WIDGETS = WIDGET_TYPES.map((type) => ({
  $id: capital(type),
  description: `The data of a widget of the type ${type}`,
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
  description: 'The data of the widget, and when it was read',
}

/** Registers the routes of the four tabs of analytics, of the data of widgets, and of the overview of the home page. */
export function figureRoutes(app: FastifyInstance, context: Context): void {
  const { insight, access } = context
  const { figures } = insight
  app.get(
    OVERVIEW_PATH,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Dashboard'],
        operationId: 'getSystemOverview',
        summary: 'Get counts and recent activity',
        response: { 200: { ...answerSchema(systemOverview), description: 'The overview' } },
      },
    },
    (request) => readOverview(context, whoOf(request)),
  )

  for (const widget of WIDGETS) app.addSchema(widget)
  app.get(
    WIDGET_DATA_PATH,
    {
      config: { access: { action: 'read', on: 'dashboards' } },
      schema: {
        tags: ['Dashboard'],
        operationId: 'getWidgetData',
        summary: 'Get the data of a widget',
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

  // Hidden from the OpenAPI description: the response for an unknown tab.
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

const COUNTED = ['users', 'missions/templates', 'protocols/templates', 'mentors']

/** Reads the figures of the home page, and recent activity. */
async function readOverview(
  { store, registry, access, insight }: Context,
  who: ReturnType<typeof whoOf>,
): Promise<SystemOverview> {
  const { records } = insight.figures
  const names = COUNTED.filter((name) => access.mayRead(who.role, name))
  const range = rangeOf('last30days', insight.today())
  const [totals, activeMentors, created, happenings] = await Promise.all([
    records.totals(),
    names.includes('mentors') ? records.activeMentors() : 0,
    // The home page works without it.
    records.created(names, range).catch(() => undefined),
    store.auditLog.recent(MOST_ACTIVITY, access.logScope(who).names),
  ])
  /** Returns a count for each name, under the first word of its path. */
  const counts = (countOf: (name: string) => number | undefined) =>
    Object.fromEntries(names.map((name) => [name.split('/', 1)[0], countOf(name)]))
  return {
    counts: counts((name) => (name === 'mentors' ? activeMentors : (totals.get(name) ?? 0))),
    ...(created && { added: { days: lengthOf(range), ...counts((name) => created.get(name)) } }),
    recentActivity: happenings.map((happening) =>
      toActivity(
        happening,
        registry.find(({ name }) => name === happening.resource),
      ),
    ),
  }
}

/** Converts an entry of recent activity. The resource is undefined if it is no longer in the registry. */
function toActivity(happening: Happening, resource: Resource | undefined): Activity {
  const { id, what, at, recordId, data, actor, isLive, times, records } = happening
  const words = (resource?.label.one ?? happening.resource).toLowerCase()
  let name = text(data?.name ?? data?.title)
  if (data && resource) name = nameOf(resource, { ...data, _id: recordId, id: recordId })
  if (data && Object.keys(data).length === 0) name = erasedName(happening.resource)
  return {
    id,
    // 'Career Field' and create become career_field_created. Events have an underscore.
    eventType: what.includes('_') ? what : `${words.replace(/[^a-z0-9]+/g, '_')}_${what}d`,
    timestamp: at,
    user: actor ? { firstName: text(actor.firstName), lastName: text(actor.lastName) } : null,
    record: { resource: happening.resource, id: recordId, name, isLive },
    ...(times > 1 && { times }),
    ...(records > 1 && { records }),
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
