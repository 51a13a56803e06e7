import type { FastifyInstance } from 'fastify'
import { type Packable, packable, sendCompressed } from './compress.ts'
import type { ApiDocument } from './docs/document.ts'
import { docsPage } from './docs/page.ts'
import { createNonce } from './headers.ts'

/** Beside the versions: the page tells about whichever is current. */
export const DOCS = '/api/docs'

/** The API's description for programs. */
export function documentRoutes(app: FastifyInstance): void {
  let written: Packable | undefined
  const description = () => {
    written ??= packable(JSON.stringify(app.swagger()))
    return written
  }
  app.get(
    '/openapi.json',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Service'],
        operationId: 'getDescription',
        summary: 'Read this description',
        response: {
          200: { type: 'object', additionalProperties: true, description: 'An OpenAPI document' },
        },
      },
    },
    (request, reply) => {
      reply.type('application/json; charset=utf-8')
      return sendCompressed(request, reply, description())
    },
  )
}

/** The same for people. */
export function docsRoute(app: FastifyInstance, policy: (inline: string) => string): void {
  app.get(DOCS, { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) => {
    const nonce = createNonce()
    // The document is made by this server from its own routes; the page reads a part of it.
    const document = app.swagger() as unknown as ApiDocument
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(`'nonce-${nonce}'`))
      .send(docsPage(document, nonce))
  })
}
