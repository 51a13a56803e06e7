import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { keysOf } from '#model/access.ts'
import { ADMIN, PAGES, ROLES, USER } from '#resources/roles.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import { createQuery } from '#server/http/query.ts'
import { forbidden, notFound } from '#server/http/refusal.ts'
import type { Context } from '#server/services.ts'
import { ACTIONS, hasAdminRole } from './access.ts'

const OWN = { rule: 'access.explain', message: 'Only admins can ask about other roles.' }

const answer = z.object({
  role: z.string(),
  action: z.string(),
  resource: z.string(),
  field: z.string().optional(),
  allowed: z.boolean(),
  rule: z.string().describe('The rule that decided, as in the error of a 403'),
  message: z.string(),
  only: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('Allowed only for records whose key has one of these values'),
  whose: z
    .enum(['own', 'own and shared'])
    .optional()
    .describe('Allowed only for the caller’s own records, or also for shared ones'),
})

/** Registers the route that explains the decisions of the access rules. */
export function accessRoutes(app: FastifyInstance, { registry, access }: Context): void {
  const roles = [USER, ADMIN, ...Object.keys(ROLES)]
  const subjects = [...registry.map(({ name }) => name), ...PAGES]
  const oneOf = <T extends string>(name: string, values: readonly T[]) =>
    z.enum(values, { error: `The ${name} must be one of ${values.join(', ')}.` })
  const { querystring, read } = createQuery({
    role: oneOf('role', roles),
    action: oneOf('action', ACTIONS),
    resource: oneOf('resource', subjects).describe('A resource by its name, or a page'),
    field: z.string().describe('A key of its records').optional(),
  })

  app.get(
    '/access/explain',
    {
      config: { access: 'console', refuses: [404] },
      schema: {
        tags: ['Session'],
        operationId: 'explainAccess',
        summary: 'Explain the permissions of a role',
        description: 'Admins can ask about every role, other users about their own.',
        querystring,
        response: { 200: { ...answerSchema(answer), description: 'The decision' } },
      },
    },
    (request) => {
      const { role, action, resource: on, field } = read(request.query)
      const own = roleOf(ownerOf(request))
      if (!hasAdminRole({ role: own }) && own !== role) throw forbidden(OWN)
      const resource = registry.find(({ name }) => name === on)
      const keys = resource ? keysOf(resource) : []
      if (field !== undefined && !keys.includes(field))
        throw notFound(`Records of ${on} have no such key. Keys: ${keys.join(', ') || 'none'}.`)
      const { isAllowed, rule, message, only, whose } = access.decide({ role, action, on, field })
      // The serializer omits undefined values.
      return { role, action, resource: on, field, allowed: isAllowed, rule, message, only, whose }
    },
  )
}
