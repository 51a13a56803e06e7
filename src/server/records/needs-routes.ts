import type { FastifyInstance } from 'fastify'
import { listFilters } from '#contract/list-query.ts'
import { MOST_NEEDED, NEEDS_PATH, type Needs, needs } from '#contract/overview.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import type { Context } from '#server/services.ts'
import { mayReadPath } from './access.ts'
import { createListQuery } from './list-query.ts'

/** The route that counts pending records of all resources, for the menu and the home page (HOME-05, MSG-02). */
export function needRoutes(app: FastifyInstance, context: Context): void {
  const { store, registry, access, insight } = context
  // Records of one person each are not counted.
  const shared = registry.filter((resource) => resource.access.own === undefined)
  const all = shared.flatMap((resource) => {
    const { read } = createListQuery(resource, insight.zone, store.legacyChoices)
    return Object.entries(resource.needs).map(([need, { filters }]) => ({
      ...{ resource: resource.name, need },
      paths: listFilters(resource)
        .filter(({ parameters }) => parameters.some((name) => name in filters))
        .map(({ path }) => path),
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
        summary: 'How much waits for somebody',
        description: `What declarations call needs, of resources that may be read. Counting ends at ${MOST_NEEDED}; a list asked for by the same filters has as many.`,
        response: { 200: { ...answerSchema(needs), description: 'The counts' } },
      },
    },
    async (request): Promise<Needs> => {
      const role = roleOf(ownerOf(request))
      const visible = all.filter(
        ({ resource, paths }) =>
          access.mayRead(role, resource) &&
          paths.every((path) => mayReadPath(access, role, resource, path)),
      )
      const counts = visible.map(async ({ resource, need, filters }) => {
        const count = await store.records(resource).count(filters(), MOST_NEEDED + 1)
        return {
          ...{ resource, need },
          ...{ count: Math.min(count, MOST_NEEDED), isMore: count > MOST_NEEDED },
        }
      })
      return { needs: await Promise.all(counts) }
    },
  )
}
