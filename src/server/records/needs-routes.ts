import type { FastifyInstance } from 'fastify'
import { listFilters } from '#contract/list-query.ts'
import { MOST_NEEDED, NEEDS_PATH, type NeedCount, type Needs, needs } from '#contract/overview.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import type { Context } from '#server/http/route-context.ts'
import { keyOf } from './access.ts'
import { createListQuery } from './list-query.ts'

/** What waits for somebody, over all resources, for the menu and the home (HOME-05, MSG-02). */
export function needRoutes(app: FastifyInstance, context: Context): void {
  const { store, registry, access, insight } = context
  // What is each person's own waits for nobody else.
  const shared = registry.filter((resource) => resource.access.own === undefined)
  const all = shared.flatMap((resource) => {
    const { read } = createListQuery(resource, insight.zone, store.legacyChoices)
    const paths = listFilters(resource)
    return Object.entries(resource.needs).map(([need, { filters }]) => ({
      ...{ resource: resource.name, need },
      keys: paths
        .filter(({ parameters }) => parameters.some((name) => name in filters))
        .map(({ path }) => keyOf(path)),
      // Read anew each time: what counts as the last days changes with the day.
      filters: () => read(filters).filters,
    }))
  })
  // What a declaration asks for wrongly is found at start.
  for (const { filters } of all) filters()

  const countOf = async (role: string, { resource, need, keys, filters }: (typeof all)[number]) => {
    const hidden = access.limitsOf(role, resource)?.hidden ?? []
    if (!access.mayRead(role, resource) || keys.some((key) => hidden.includes(key))) return []
    const count = await store.records(resource).count(filters(), MOST_NEEDED + 1)
    return [
      { resource, need, count: Math.min(count, MOST_NEEDED), isMore: count > MOST_NEEDED },
    ] satisfies NeedCount[]
  }

  app.get(
    NEEDS_PATH,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Dashboard'],
        operationId: 'getNeeds',
        summary: 'How much waits for somebody',
        description: `What declarations call needs, of resources that may be read. Counting ends at ${MOST_NEEDED}; a list asked for by the same filters has as many.`,
        response: { 200: { ...answerSchema(needs), description: 'The counts' } },
      },
    },
    async (request): Promise<Needs> => {
      const role = roleOf(ownerOf(request))
      const counts = await Promise.all(all.map((one) => countOf(role, one)))
      return { needs: counts.flat() }
    },
  )
}
