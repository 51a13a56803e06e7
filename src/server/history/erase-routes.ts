import type { FastifyInstance } from 'fastify'
import type { Resource } from '#model/resource.ts'
import { authorOf, noteChange } from '#server/http/author.ts'
import { schemaName } from '#server/http/json-schema.ts'
import type { Context } from '#server/http/route-context.ts'
import { expectedVersions } from '#server/http/versions.ts'
import { ID, IF_MATCH, type Item, NOTHING } from '#server/records/resource-routes.ts'

/** Erases a record for good: for admins only, whatever other roles may delete. */
export function eraseRoutes(app: FastifyInstance, context: Context, resource: Resource): void {
  if (!resource.actions.includes('delete')) return
  const { name, title, label, api } = resource
  const [one, One] = [label.one.toLowerCase(), schemaName(resource)]
  app.delete<Item>(
    `${api.path}/:id/erase`,
    {
      config: { record: One, access: 'admins', confirm: true },
      schema: {
        ...{ tags: [title], operationId: `erase${One}`, summary: `Erase one ${one} for good` },
        description: `The ${one}, live or deleted, leaves the database with all that its history says of it. That it was there, who erased it and when stays. It cannot be taken back; to do it again changes nothing.`,
        ...{ params: ID, headers: IF_MATCH, response: { 204: NOTHING } },
      },
    },
    async (request, reply) => {
      const expected = expectedVersions(request.headers['if-match'])
      const author = authorOf(request, 'form')
      const change = await context.erasing.one(name, request.params.id, expected, author)
      if (change !== undefined) noteChange(reply, change)
      return reply.code(204).send()
    },
  )
}
