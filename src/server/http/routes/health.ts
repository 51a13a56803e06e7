import type { FastifyInstance } from 'fastify'
import { object } from '#server/http/json-schema.ts'

/** Tells that the process answers. It costs nothing: anybody may ask, as often as they like. */
export function healthRoutes(app: FastifyInstance): void {
  app.get(
    '/health',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Service'],
        operationId: 'getHealth',
        summary: 'Whether the server answers',
        response: {
          200: {
            ...object({ status: { type: 'string', enum: ['healthy'] } }),
            description: 'The server answers',
          },
        },
      },
    },
    () => ({ status: 'healthy' }),
  )
}
