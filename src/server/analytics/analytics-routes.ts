import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { TELLS_OF } from '#contract/access.ts'
import { ANALYTICS_PATH, payloads, TABS, type Tab } from '#contract/analytics.ts'
import { TIME_OF_DAY } from '#contract/days.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import { createQuery } from '#server/http/query.ts'
import { notFound } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { demandReading, type Need } from '#server/records/access.ts'
import { rangeParameters, readRange } from './day-range.ts'

const SUMMARIES: Readonly<Record<Tab, string>> = {
  engagement: 'Who used the app, for how long and what for',
  missions: 'Missions assigned and completed',
  protocols: 'Protocols assigned, their progress and completion',
  growth: 'Users, their return and their segments',
}

const ANALYTICS: Need = { action: 'read', on: 'analytics' }

const UNTIL = 'Until must be a time of day, like 10:14.'

const { querystring, read } = createQuery({
  ...rangeParameters,
  until: z
    .string({ error: UNTIL })
    .regex(new RegExp(TIME_OF_DAY), { error: UNTIL })
    .describe(
      'The last day counts only until this time of day, as in the compared of a range that is not over: 10:14',
    )
    .optional(),
})

/** The four tabs of analytics (ANA-01, ANA-02). */
export function analyticsRoutes(app: FastifyInstance, { insight, access }: Context): void {
  for (const tab of TABS)
    app.get(
      `${ANALYTICS_PATH}/${tab}`,
      {
        config: { access: ANALYTICS },
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
        demandReading(access, roleOf(ownerOf(request)), TELLS_OF[tab])
        const query = read(request.query)
        const range = readRange(query, insight.today())
        return { data: await insight.figures.analytics(tab, range, query.until) }
      },
    )

  // No call of its own, but the answer to a tab that does not exist.
  app.get(
    `${ANALYTICS_PATH}/:tab`,
    { config: { access: ANALYTICS }, schema: { hide: true } },
    () => {
      throw notFound('Invalid analytics tab')
    },
  )
}
