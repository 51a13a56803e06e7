import type { FastifyInstance } from 'fastify'
import { MOST_NEEDED, NEEDS_PATH, type Needs, needs } from '#contract/overview.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import type { Context } from '#server/services.ts'
import { mayReadPath } from './access.ts'
import { createListQuery } from './list-query.ts'

/** The route that counts pending records of all resources, for the menu and the home page (HOME-05, MSG-02). */
export function needRoutes(app: FastifyInstance, context: Context): void {
  const { store, registry, access, insight } = context
  const all = registry.flatMap((resource) => {
    // Records of one person each are not counted.
    if (resource.access.own) return []
    const { read } = createListQuery(resource, insight.zone, store.legacyChoices)
    return Object.entries(resource.needs).map(([need, { filters }]) => ({
      ...{ resource: resource.name, need },
      // Read for each request: what 'last7days' means changes with the day.
      filters: () => read(filters).filters,
    }))
  })
  // Fails at start for wrong filters.
  for (const { filters } of all) filters()

  app.get(
    NEEDS_PATH,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Dashboard'],
        operationId: 'getNeeds',
        summary: 'How many records need attention',
        description: `Counts the needs of the declarations, for resources that your role may read. Counting ends at ${MOST_NEEDED}. A list with the same filters has as many records.`,
        response: { 200: { ...answerSchema(needs), description: 'The counts' } },
      },
    },
    async (request): Promise<Needs> => {
      const role = roleOf(ownerOf(request))
      const counts = all.map(async ({ resource, need, filters }) => {
        const narrowed = filters()
        const mayCount =
          access.mayRead(role, resource) &&
          narrowed.every(({ path }) => mayReadPath(access, role, resource, path))
        if (!mayCount) return []
        const count = await store.records(resource).count(narrowed, MOST_NEEDED + 1)
        const isMore = count > MOST_NEEDED
        return [{ resource, need, count: Math.min(count, MOST_NEEDED), isMore }]
      })
      return { needs: (await Promise.all(counts)).flat() }
    },
  )
}
