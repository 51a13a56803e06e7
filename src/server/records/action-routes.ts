import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type { OwnAction } from '#model/actions.ts'
import type { Resource } from '#model/resource.ts'
import { authorOf, noteChange, ownerOf, roleOf } from '#server/http/authorise.ts'
import { asName, type JsonSchema, object, schemaName } from '#server/http/json-schema.ts'
import { invalidParameter } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { expectedVersions } from '#server/http/versions.ts'
import { MOST_AT_ONCE } from './actions.ts'
import { createLimited, createRecordAnswer } from './field-mask.ts'
import { createListQuery } from './list-query.ts'
import { createPresenter } from './present.ts'
import { ID, IF_MATCH, type Item, NOTHING } from './resource-routes.ts'

/** The routes of a resource's own actions (KIT-06). The schema of its records is known by now. */
export function actionRoutes(app: FastifyInstance, context: Context, resource: Resource): void {
  const { listActions, label } = resource
  const rowActions = resource.rowActions.filter(({ shown }) => shown === undefined)
  if (rowActions.length + listActions.length === 0) return
  const { store, actions, hooks, insight, access } = context
  const presenter = createPresenter(store, resource, hooks[resource.name])
  const limited = createLimited(access, resource)
  const answer = createRecordAnswer(presenter, limited)
  const { path } = resource.api
  const [One, Many] = [schemaName(resource), asName(label.many)]
  const [one, many] = [label.one.toLowerCase(), label.many.toLowerCase()]
  const document = (
    operationId: string,
    { label: summary, when }: OwnAction,
    schema: JsonSchema,
    description: string,
  ): RouteShorthandOptions => ({
    config: { record: One, access: { action: 'update', on: resource.name } },
    schema: {
      ...{ tags: [resource.title], operationId, summary, ...schema },
      description: when ? `${description} It cannot be done with every ${one}.` : description,
    },
  })

  for (const action of rowActions)
    app.post<Item>(
      `${path}/:id/${action.segment}`,
      document(
        `${action.name}${One}`,
        action,
        {
          ...{ params: ID, headers: IF_MATCH },
          response: {
            200: { $ref: `${One}#`, description: `The ${one} as it is now` },
            204: NOTHING,
          },
        },
        `Takes no body. Answers the ${one}, or 204 when it is gone by that.`,
      ),
      async (request, reply) => {
        const expected = expectedVersions(request.headers['if-match'])
        const { id } = request.params
        const author = authorOf(request, 'action')
        const { record, change } = await actions.one(resource, action, id, expected, author)
        if (change !== undefined) noteChange(reply, change)
        if (!record) return reply.code(204).send()
        return answer(request, reply, record)
      },
    )

  const list = createListQuery(resource, insight.zone, store.legacyChoices)
  const narrowing = withoutPages(list.querystring)
  for (const action of listActions)
    app.post(
      `${path}/${action.segment}`,
      document(
        `${action.name}${Many}`,
        action,
        { querystring: narrowing, response: { 200: DONE } },
        `Takes no body. With all ${many} that the query leaves, up to ${MOST_AT_ONCE} at once.`,
      ),
      async (request, reply) => {
        const asked = Object(request.query) as Record<string, unknown>
        for (const name of PAGES)
          if (name in asked) throw invalidParameter(name, 'is not known here: all are meant')
        const query = list.read(asked)
        limited(roleOf(ownerOf(request)))?.refuse(query)
        const all = { ...query, offset: 0, limit: MOST_AT_ONCE + 1 }
        const { rows } = await store.records(resource.name).list(all)
        const author = authorOf(request, 'action')
        const { count, change } = await actions.many(resource, action, rows, author)
        if (change !== undefined) noteChange(reply, change)
        return { count }
      },
    )
}

const PAGES = ['page', 'limit', 'sort']

const DONE = {
  ...object({ count: { type: 'integer' } }),
  description: 'With how many it was done',
}

function withoutPages(querystring: JsonSchema): JsonSchema {
  const properties = Object.entries(Object(querystring.properties) as JsonSchema)
  const kept = properties.filter(([name]) => !PAGES.includes(name))
  return { ...querystring, properties: Object.fromEntries(kept) }
}
