import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { idsFault } from '#contract/list-query.ts'
import { type UseCountsAnswer, useCountsAnswer } from '#contract/record-facts.ts'
import type { Resource } from '#model/resource.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { answerSchema, asName, schemaName } from '#server/http/json-schema.ts'
import { createQuery } from '#server/http/query.ts'
import type { Context } from '#server/http/route-context.ts'
import { keyOf } from './access.ts'

/** What a page of a list says of its records beside their own values: asked for after the rows, and in one answer. */
export function usesOfManyRoutes(app: FastifyInstance, context: Context, resource: Resource): void {
  const { store, insight, access } = context
  const { name, label } = resource
  const many = label.many.toLowerCase()
  const query = createQuery({
    ids: z
      .string({ error: 'ids is required: up to 100 ids with commas between.' })
      .superRefine((text, at) => {
        const message = idsFault(text)
        if (message) at.addIssue({ code: 'custom', message: `ids ${message}.` })
      }),
  })
  app.get(
    `${resource.api.path}/uses`,
    {
      config: { record: schemaName(resource), access: { action: 'read', on: name } as const },
      schema: {
        tags: [resource.title],
        operationId: `count${asName(label.many)}Uses`,
        summary: `How often some ${many} are used`,
        querystring: query.querystring,
        response: { 200: COUNTS },
      },
    },
    async (request): Promise<UseCountsAnswer> => {
      const ids = query.read(request.query).ids.split(',')
      const role = roleOf(ownerOf(request))
      const mayKnow = (from: Resource, at: string): boolean => {
        const hidden = access.limitsOf(role, from.name)?.hidden ?? []
        return access.mayRead(role, from.name) && !hidden.includes(keyOf(at))
      }
      const [uses, learners] = await Promise.all([
        store.references.countUses(name, ids, mayKnow),
        insight.people.learnersOf(name, ids),
      ])
      return {
        counts: [...uses].map(([id, counted]) => ({
          _id: id,
          uses: counted,
          ...(learners && { learners: learners.get(id) ?? 0 }),
        })),
      }
    },
  )
}

const COUNTS = { ...answerSchema(useCountsAnswer), description: 'The counts of each' }
