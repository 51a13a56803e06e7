import type { FastifyInstance } from 'fastify'

/** Beside the versions: the page tells about whichever is current. */
export const DOCS = '/api/docs'

/** The API's description for programs; the page for people is made from it. */
export function documentRoutes(app: FastifyInstance): void {
  app.get(
    '/openapi.json',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Service'],
        summary: 'This description',
        response: { 200: { type: 'object', additionalProperties: true } },
      },
    },
    () => app.swagger(),
  )
}
