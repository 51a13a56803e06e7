import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ANALYTICS_PATH, payloads, TABS, type Tab } from '#contract/insight/analytics.ts'
import { TIME_OF_DAY, timeSchema } from '#contract/insight/days.ts'
import { invalid, notFound } from '#server/domain/refusals.ts'
import { onlyParameters, parseRange, rangeParameters } from '#server/http/day-range.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import type { Context } from './context.ts'

const SUMMARIES: Readonly<Record<Tab, string>> = {
  engagement: 'Who used the app, for how long and what for',
  missions: 'Missions assigned and completed',
  protocols: 'Protocols assigned, their progress and completion',
  growth: 'Users, their return and their segments',
}

const parameters = {
  ...rangeParameters,
  until: {
    type: 'string',
    pattern: TIME_OF_DAY,
    description:
      'The last day counts only until this time of day, as in the compared of a range that is not over: 10:14',
  },
}

/** Throws 400 for what is no time of day. */
function parseUntil({ until }: Readonly<Record<string, unknown>>): string | undefined {
  const time = timeSchema.optional().safeParse(until)
  if (time.success) return time.data
  throw invalid('Until must be a time of day, like 10:14.', {
    until: 'Until must be a time of day, like 10:14.',
  })
}

/** The four tabs of analytics (ANA-01, ANA-02). */
export function analyticsRoutes(app: FastifyInstance, { insight }: Context): void {
  const querystring = { type: 'object', properties: parameters }

  for (const tab of TABS)
    app.get(
      `${ANALYTICS_PATH}/${tab}`,
      {
        schema: {
          tags: ['Analytics'],
          operationId: `get${tab[0]?.toUpperCase()}${tab.slice(1)}Analytics`,
          summary: SUMMARIES[tab],
          querystring,
          response: {
            200: {
              ...answerSchema(z.object({ data: payloads[tab] })),
              description: 'The figures of the range',
            },
          },
        },
      },
      async (request) => {
        const query = Object(request.query)
        onlyParameters(query, Object.keys(parameters))
        const range = parseRange(query, insight.today())
        return { data: await insight.figures.analytics(tab, range, parseUntil(query)) }
      },
    )

  // No call of its own, but the answer to a tab that does not exist.
  app.get(`${ANALYTICS_PATH}/:tab`, { schema: { hide: true } }, () => {
    throw notFound('Invalid analytics tab')
  })
}
