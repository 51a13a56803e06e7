import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { brand } from '#brand'
import { API_BASE, ERROR_CODES, KEY_HEADER } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { type JsonSchema, object, recordSchema, schemaName, textSchema } from './json-schema.ts'
import { type Packable, packable, sendCompressed } from './pages.ts'

const map = (additionalProperties: unknown, description: string): JsonSchema => ({
  ...{ type: 'object', additionalProperties, description },
})

const ERROR: JsonSchema = {
  $id: 'Error',
  ...object({
    error: object(
      {
        code: { ...textSchema('What went wrong, for programs'), enum: ERROR_CODES },
        message: textSchema('What went wrong, for people'),
      },
      {
        rule: textSchema(
          'With 403: the rule that says so. GET /access/explain explains it. With 503 of /health/ready: what is missing',
        ),
        fields: map(
          { type: 'string' },
          'With 400 and 409: one sentence for each wrong field or parameter',
        ),
        current: map(true, 'With 412: what the record holds now'),
        changed: {
          ...object(
            { at: { type: 'string', format: 'date-time' } },
            { by: textSchema('The name of whoever saved it, where it is known') },
          ),
          description: 'With 412: who saved what the record holds now, and when',
        },
      },
    ),
  }),
}

/** How all bodies are read. No keyword of a schema can say it. */
const READING = [
  'Free texts and email addresses are stored without what nobody sees at their ends (spaces, joiners, marks of direction), free texts in Unicode’s form NFC. Then they are measured, in characters.',
  'No text holds U+0000 or half a surrogate pair, and whole numbers lie within 2^53.',
  'Where a key may be left out or null, an empty text is null too, unless it is a value there.',
  'What is read-only, and keys that nobody declared, are not looked at.',
].join(' ')

const REFUSALS = {
  400: 'The input is wrong; the message says where',
  401: 'No token, or one that no longer lives',
  403: 'The role of the token’s owner may not do this; the rule says why',
  404: 'There is no such record',
  409: 'What is stored stands against it: a name is taken, or the record is in use by others',
  412: 'The record has another version by now',
  413: 'The body is larger than this call takes',
  422: 'Another request was sent under this Idempotency-Key',
  415: 'The body is of no kind that this call takes',
  429: 'Too many attempts; Retry-After says how long to wait',
  503: 'Busy or starting again; Retry-After says when to try again',
  507: 'The storage is full: nothing can be saved at present',
} as const

type Refusal = keyof typeof REFUSALS
const STATUSES = Object.keys(REFUSALS).map(Number) as Refusal[]

const ORIGIN = textSchema('The asking page’s origin, where the server’s configuration names it')
const RETRY_AFTER = { type: 'integer', minimum: 1, maximum: 86_400, description: 'Seconds to wait' }

const IDEMPOTENCY_KEY: JsonSchema = {
  ...textSchema(
    'The same key with the same request is done once and answered alike; with another request it is refused.',
  ),
  ...{ minLength: 1, maxLength: 255 },
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Further error statuses of this route, for its description. */
    refuses?: readonly Refusal[]
    /** Headers of this route's errors, and their content types besides JSON with the statuses that have them. */
    refusalAnswers?: {
      headers: Record<string, JsonSchema>
      content: Record<string, { of: readonly number[]; schema: JsonSchema }>
    }
    /** The schema of the route's records. */
    record?: string
  }
}

/** The groups of routes besides those of the resources. */
const TAGS = {
  Session: 'Signing in and out',
  Account: 'The own account of whoever is signed in',
  Changes: 'What was written, by whom, and taking it back',
  Tokens: 'Tokens of programs, which admins keep',
  Search: 'Records of all resources, by words',
  Dashboard: 'The dashboard home, and what widgets show',
  Events: 'What learners did',
  Analytics: 'What came of it, as figures and files',
  'Public forms': 'What the landing page sends, without a token',
  Service: 'The server itself',
}

/** Describes each route that is registered afterwards, by its schemas. */
export async function registerDescription(
  app: FastifyInstance,
  registry: readonly Resource[],
  publicUrl: string | undefined,
): Promise<void> {
  const { Session, ...others } = TAGS
  const ofResources = registry.map(({ title, subtitle = title }) => [title, subtitle])
  const tags = [['Session', Session], ...ofResources, ...Object.entries(others)]
  app.addSchema(ERROR)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand.name} API`,
        version: '1',
        license: { name: 'MIT', identifier: 'MIT' },
        description: `What the ${brand.panel} console calls, and any other client may. ${READING}`,
      },
      // The first is of the same origin: the page's policy lets it call no other. Gateways sort by the other words.
      servers: ['/', ...(publicUrl ? [publicUrl] : [])].map((url) => ({
        url,
        description: 'This server, in production or not',
        'x-internal': false,
      })),
      tags: tags.map(([name = '', description = '']) => ({ name, description })),
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
    transformObject(document) {
      if (!('openapiObject' in document)) return document.swaggerObject
      // The serializer has another schema of each, which requires no key.
      const schemas: Record<string, object> = document.openapiObject.components?.schemas ?? {}
      for (const resource of registry)
        if (schemaName(resource) in schemas) schemas[schemaName(resource)] = recordSchema(resource)
      return document.openapiObject
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: schema && describeRoute(schema, route),
    }),
  })
}

/** Adds what routes have in common: errors, the Idempotency-Key of writes, and that public routes need no token. */
function describeRoute(
  schema: FastifySchema,
  { method, config = {} }: RouteOptions,
): FastifySchema {
  if (schema.hide) return schema
  const { access = 'admins', refuses = [], refusalAnswers, record } = config
  const isPublic = access === 'public'
  const isRecords = access === 'admins' || typeof access === 'object'
  const isWrite = method !== 'GET'
  const isChange = isWrite && (isRecords || access === 'console')
  const applies: Partial<Record<Refusal, boolean>> = {
    400: true,
    401: !isPublic,
    403: !isPublic && access !== 'signed-in',
    404: schema.params !== undefined,
    409: isWrite && isRecords,
    412: schema.headers !== undefined,
    413: isWrite,
    415: isWrite,
    422: isChange,
    503: true,
    507: isWrite,
  }
  const errorOf = (status: Refusal) => {
    const current = status === 412 &&
      record && { error: object({ current: { $ref: `${record}#` } }) }
    const error = { $ref: 'Error#' }
    const content = Object.entries(refusalAnswers?.content ?? {}).flatMap(
      ([kind, { of, schema }]) => (of.includes(status) ? [[kind, { schema }] as const] : []),
    )
    const headers = {
      'Access-Control-Allow-Origin': ORIGIN,
      ...(status === 429 && { 'Retry-After': RETRY_AFTER }),
      ...refusalAnswers?.headers,
    }
    return {
      description: REFUSALS[status],
      content: {
        'application/json': { schema: current ? { allOf: [error, object(current)] } : error },
        ...Object.fromEntries(content),
      },
      ...((refusalAnswers || status === 429) && { headers }),
    }
  }
  const errors = STATUSES.filter((status) => applies[status] || refuses.includes(status))
  return {
    ...schema,
    ...(isPublic && { security: [] }),
    ...(isChange && {
      headers: {
        type: 'object',
        properties: { ...Object(schema.headers).properties, [KEY_HEADER]: IDEMPOTENCY_KEY },
      },
    }),
    response: {
      ...Object(schema.response),
      ...Object.fromEntries(errors.map((status) => [status, errorOf(status)])),
    },
  }
}

/** The address of the document for programs, below API_BASE. */
const DOCUMENT = '/openapi.json'

/** Serves the OpenAPI document for programs. */
export function documentRoute(app: FastifyInstance): void {
  let document: Packable | undefined
  const description = 'An OpenAPI document'
  const schema = {
    tags: ['Service'],
    operationId: 'getDescription',
    summary: 'Read this description',
    response: { 200: { type: 'object', additionalProperties: true, description } },
  }
  app.get(DOCUMENT, { config: { access: 'public' }, schema }, (request, reply) => {
    document ??= packable(JSON.stringify(app.swagger()))
    reply.type('application/json; charset=utf-8')
    return sendCompressed(request, reply, document)
  })
}

/** The address of the document for people. It has no version: the page shows the current one. */
export const DOCS = '/api/docs'

/** Swagger UI assigns HTML to elements, so it cannot run under Trusted Types. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves the document for people, drawn by Swagger UI from files of this server. */
export function docsPage(app: FastifyInstance): void {
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', (request, reply, next) => {
      reply.headers({ 'content-security-policy': DOCS_POLICY, 'cache-control': 'no-store' })
      const path = request.routeOptions.url
      // Swagger UI's own routes would write the document again for each request, uncompressed.
      if (path === `${DOCS}/json`) reply.redirect(`${API_BASE}${DOCUMENT}`)
      else if (path === `${DOCS}/yaml`) reply.callNotFound()
      else next()
    })
    scope.register(swaggerUi, {
      routePrefix: DOCS,
      theme: { title: `${brand.name} API` },
      uiConfig: { layout: 'BaseLayout' },
    })
    done()
  })
}
