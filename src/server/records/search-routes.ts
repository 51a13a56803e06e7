import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { MOST_FOUND, SEARCH_PATH, type SearchAnswer, searchAnswer } from '#contract/search.ts'
import { LONGEST_SEARCH } from '#model/search.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import { createQuery } from '#server/http/query.ts'
import { parameterFault } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { searchAll } from './search.ts'

const NEEDED = 'must say what is searched for'
const ONCE = 'may be given once only'
const LIMIT = parameterFault('limit', `must be a whole number from 1 to ${MOST_FOUND}`)

/** Records of all resources at once, by words (NAV-01). */
export function searchRoutes(app: FastifyInstance, { store, access, registry }: Context): void {
  const query = createQuery({
    q: z
      .string({ error: ({ input }) => parameterFault('q', input === undefined ? NEEDED : ONCE) })
      .min(1, parameterFault('q', NEEDED))
      .max(LONGEST_SEARCH, parameterFault('q', `may have at most ${LONGEST_SEARCH} characters`))
      .refine(
        (q) => !q.includes('\u0000'),
        parameterFault('q', 'has characters that cannot be compared'),
      )
      .describe(
        'Records that have all of these words, in any order and without regard to case and accents, where the lists of their resources search',
      ),
    limit: z.coerce
      .number({ error: LIMIT })
      .int(LIMIT)
      .min(1, LIMIT)
      .max(MOST_FOUND, LIMIT)
      .default(MOST_FOUND)
      .describe('Records of each resource'),
  })

  app.get(
    SEARCH_PATH,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Search'],
        operationId: 'searchAll',
        summary: 'Records of all resources, by words',
        description:
          'Those that your role may read, grouped by resource. First stand those whose names begin with the text, then those whose names hold the words, then all others. What cannot be searched in time is named in `missing`.',
        querystring: query.querystring,
        response: { 200: { ...answerSchema(searchAnswer), description: 'What was found' } },
      },
    },
    async (request): Promise<SearchAnswer> => {
      const { q, limit } = query.read(request.query)
      const role = roleOf(ownerOf(request))
      const { search } = store
      return await searchAll({ search, access, registry }, { role, text: q, limit })
    },
  )
}
