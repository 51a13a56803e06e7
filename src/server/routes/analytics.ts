import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ANALYTICS_PATH, payloads, TABS, type Tab } from '#contract/insight/analytics.ts'
import { onlyParameters, parseRange, rangeParameters } from '../http/day-range.ts'
import { notFound } from '../http/errors.ts'
import { answerSchema } from '../http/json-schema.ts'
import type { Context } from './context.ts'

const SUMMARIES: Readonly<Record<Tab, string>> = {
  engagement: 'Who used the app, for how long and what for',
  missions: 'Missions assigned and completed',
  protocols: 'Protocols assigned, their progress and completion',
  growth: 'Users, their return and their segments',
}

/** The four tabs of analytics (ANA-01, ANA-02). */
export function analyticsRoutes(app: FastifyInstance, { insight }: Context): void {
  const querystring = { type: 'object', properties: rangeParameters }

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
        onlyParameters(query, Object.keys(rangeParameters))
        return { data: await insight.figures.analytics(tab, parseRange(query, insight.today())) }
      },
    )

  // No call of its own, but the answer to a tab that does not exist.
  app.get(`${ANALYTICS_PATH}/:tab`, { schema: { hide: true } }, () => {
    throw notFound('Invalid analytics tab')
  })
}
