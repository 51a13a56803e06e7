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
        code: { ...textSchema('The error code, for programs'), enum: ERROR_CODES },
        message: textSchema('The error message, for people'),
      },
      {
        rule: textSchema(
          'With 403: the rule that denied the request. GET /access/explain explains it. With 503 of /health/ready: what is missing',
        ),
        fields: map(
          { type: 'string' },
          'With 400 and 409: a message for each wrong field or parameter',
        ),
        current: map(true, 'With 412: the current record'),
        changed: {
          ...object(
            { at: { type: 'string', format: 'date-time' } },
            { by: textSchema('The name of the author, if known') },
          ),
          description: 'With 412: who saved the current record, and when',
        },
      },
    ),
  }),
}

/** How all bodies are read. JSON Schema has no keywords for it. */
const READING = [
  'Free texts and email addresses are trimmed of spaces and invisible characters at both ends. Free texts are normalized to Unicode NFC. Their length is then counted in characters.',
  'Texts may not contain U+0000 or half a surrogate pair. Integers must lie within ±2^53.',
  'Where a key is optional or nullable, an empty text counts as null, unless it is a valid value.',
  'Read-only and unknown keys are ignored.',
].join(' ')

const REFUSALS = {
  400: 'The input is invalid. The message says where',
  401: 'The token is missing or no longer valid',
  403: 'The caller does not have permission. The rule says why',
  404: 'The record does not exist',
  409: 'The request conflicts with stored data: a value is taken, or the record is in use',
  412: 'The record was changed since the given version',
  413: 'The body is too large',
  422: 'Another request used this Idempotency-Key',
  415: 'The content type of the body is not supported',
  429: 'Too many requests. Retry-After says how long to wait',
  503: 'Busy or restarting. Retry-After says when to try again',
  507: 'The storage is full. Nothing can be saved',
} as const

type Refusal = keyof typeof REFUSALS
const STATUSES = Object.keys(REFUSALS).map(Number) as Refusal[]

const ORIGIN = textSchema('The origin of the calling page, if CORS_ORIGINS lists it')
const RETRY_AFTER = { type: 'integer', minimum: 1, maximum: 86_400, description: 'Seconds to wait' }

const IDEMPOTENCY_KEY: JsonSchema = {
  ...textSchema(
    'A request that is repeated with the same key runs only once and gets the same response. Another request with the same key is rejected.',
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
  Account: 'The account of the signed-in user',
  Changes: 'The audit log, and undo',
  Tokens: 'API tokens for programs, managed by admins',
  Search: 'Search over all resources',
  Dashboard: 'The overview and the data of widgets',
  Events: 'Events of learners',
  Analytics: 'Figures, and their exports',
  'Public forms': 'The forms of the landing page. They need no token',
  Service: 'Health and API description',
}

/** Adds each route that is registered later to the OpenAPI description. */
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
        description: `The API of the ${brand.panel} console and of any other client. ${READING}`,
      },
      // The first server is the same origin, because the page's policy allows no other. The other words are for API
      // gateways.
      servers: ['/', ...(publicUrl ? [publicUrl] : [])].map((url) => ({
        url,
        description: 'This server',
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
      // The serializer has other schemas, which require no key.
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

/** Adds what all routes have in common: errors, the Idempotency-Key of writes, and that public routes need no token. */
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
    summary: 'Get this description',
    response: { 200: { type: 'object', additionalProperties: true, description } },
  }
  app.get(DOCUMENT, { config: { access: 'public' }, schema }, (request, reply) => {
    document ??= packable(JSON.stringify(app.swagger()))
    reply.type('application/json; charset=utf-8')
    return sendCompressed(request, reply, document)
  })
}

/** The address of the documentation page. It has no version, because the page shows the current one. */
export const DOCS = '/api/docs'

/** Swagger UI assigns HTML to elements, so it cannot run under Trusted Types. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves the documentation page, which Swagger UI renders from files of this server. */
export function docsPage(app: FastifyInstance): void {
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', (request, reply, next) => {
      reply.headers({ 'content-security-policy': DOCS_POLICY, 'cache-control': 'no-store' })
      const path = request.routeOptions.url
      // Swagger UI's own routes would serialize the document for each request, uncompressed.
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
