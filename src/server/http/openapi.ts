import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { brand } from '#brand'
import { ERROR_CODES, KEY_HEADER } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { type Packable, packable, sendCompressed } from './compress.ts'
import { type JsonSchema, object, recordSchema, schemaName } from './json-schema.ts'

const ERROR: JsonSchema = {
  $id: 'Error',
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: {
          type: 'string',
          enum: ERROR_CODES,
          description: 'What went wrong, for programs',
        },
        message: { type: 'string', description: 'What went wrong, for people' },
        rule: {
          type: 'string',
          description:
            'With 403: the rule that says so. GET /access/explain explains it. With 503 of /health/ready: what is missing',
        },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'With 400 and 409: one sentence for each wrong field or parameter',
        },
        current: {
          type: 'object',
          additionalProperties: true,
          description: 'With 412: what the record holds now',
        },
        changed: {
          type: 'object',
          required: ['at'],
          properties: {
            at: { type: 'string', format: 'date-time' },
            by: { type: 'string', description: 'The name of whoever saved it, where it is known' },
          },
          description: 'With 412: who saved what the record holds now, and when',
        },
      },
    },
  },
}

/** How all bodies are read, which no keyword of a schema can say. */
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

/** Headers that any answer may have, told where an answer tells of headers at all. */
const ORIGIN: Record<string, JsonSchema> = {
  'Access-Control-Allow-Origin': {
    type: 'string',
    description: 'The asking page’s origin, where the server’s configuration names it',
  },
}
const RETRY_AFTER: Record<string, JsonSchema> = {
  'Retry-After': { type: 'integer', minimum: 1, maximum: 86_400, description: 'Seconds to wait' },
}

/** What the refusals of a route have beside the error in JSON. */
interface RefusalAnswers {
  headers: Record<string, JsonSchema>
  /** Further kinds of content, and the refusals that may be sent as them. */
  content: Record<string, { of: readonly number[]; schema: JsonSchema }>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refusals that only this route has, for its description. */
    refuses?: readonly Refusal[]
    refusalAnswers?: RefusalAnswers
    /** The schema of the records that the route is about. */
    record?: string
  }
}

/** The groups of calls besides those of the resources. */
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

/** Whom a server is for, in the words that gateways sort descriptions by. */
const THIS_SERVER = { description: 'This server, in production or not', 'x-internal': false }

/** Describes each route that is registered after this call, from the schemas it answers and parses by. */
export async function registerDescription(
  app: FastifyInstance,
  registry: readonly Resource[],
  publicUrl: string | undefined,
): Promise<void> {
  const records = new Map(registry.map((resource) => [schemaName(resource), resource]))
  const [session, ...tags] = Object.entries(TAGS).map(([name, description]) => ({
    name,
    description,
  }))
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
      servers: [{ url: publicUrl ?? '/', ...THIS_SERVER }],
      tags: [
        ...(session ? [session] : []),
        ...registry.map(({ title, subtitle = title }) => ({ name: title, description: subtitle })),
        ...tags,
      ],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
    transformObject(document) {
      if (!('openapiObject' in document)) return document.swaggerObject
      // The serialiser knows another of each, which requires nothing.
      const schemas: Record<string, object> = document.openapiObject.components?.schemas ?? {}
      for (const [name, resource] of records)
        if (name in schemas) schemas[name] = recordSchema(resource)
      return document.openapiObject
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: schema && describeRoute(schema, route),
    }),
  })
}

/** The headers of a write: those of its own, and the key by which it is done once. */
function withKey(headers: unknown): JsonSchema {
  const own = Object(headers).properties as JsonSchema | undefined
  return {
    type: 'object',
    properties: {
      ...own,
      [KEY_HEADER]: {
        type: 'string',
        description:
          'The same key with the same request is done once and answered alike; with another request it is refused.',
        minLength: 1,
        maxLength: 255,
      },
    },
  }
}

/** Adds what all routes have in common: refusals, and that public ones need no token. */
function describeRoute(schema: FastifySchema, route: RouteOptions): FastifySchema {
  if (schema.hide) return schema
  const access = route.config?.access ?? 'admins'
  const isRecords = access === 'admins' || typeof access === 'object'
  const isPublic = access === 'public'
  const isForAll = isPublic || access === 'signed-in'
  const isWrite = route.method !== 'GET'
  const isChange = isWrite && (isRecords || route.config?.access === 'console')
  const statuses: Refusal[] = [
    400,
    ...(isPublic ? [] : ([401] as const)),
    ...(isForAll ? [] : ([403] as const)),
    ...(schema.params ? ([404] as const) : []),
    ...(isWrite && isRecords ? ([409] as const) : []),
    ...(schema.headers ? ([412] as const) : []),
    ...(isWrite ? ([413, 415] as const) : []),
    ...(isChange ? ([422] as const) : []),
    ...(route.config?.refuses ?? []),
    503,
    ...(isWrite ? ([507] as const) : []),
  ]
  const { headers, content = {} } = route.config?.refusalAnswers ?? {}
  const errorOf = (status: Refusal): JsonSchema =>
    status === 412 && route.config?.record ? staleError(route.config.record) : { $ref: 'Error#' }
  const refusals = statuses.map((status) => {
    const further = Object.entries(content)
      .filter(([, { of }]) => of.includes(status))
      .map(([kind, { schema }]) => [kind, { schema }])
    return [
      status,
      {
        description: REFUSALS[status],
        content: {
          'application/json': { schema: errorOf(status) },
          ...Object.fromEntries(further),
        },
        ...((headers || status === 429) && {
          headers: { ...ORIGIN, ...(status === 429 && RETRY_AFTER), ...headers },
        }),
      },
    ]
  })
  return {
    ...schema,
    ...(isPublic && { security: [] }),
    ...(isChange && { headers: withKey(schema.headers) }),
    response: { ...(schema.response ?? {}), ...Object.fromEntries(refusals) },
  }
}

/** The refusal of a stale write, with the record that it would have overwritten. */
function staleError(record: string): JsonSchema {
  const current = object({ error: object({ current: { $ref: `${record}#` } }) })
  return { allOf: [{ $ref: 'Error#' }, current] }
}

/** Serves the OpenAPI document for programs. */
export function documentRoute(app: FastifyInstance): void {
  let document: Packable | undefined
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
      document ??= packable(JSON.stringify(app.swagger()))
      reply.type('application/json; charset=utf-8')
      return sendCompressed(request, reply, document)
    },
  )
}

/** The address of the document for people. It has no version: the page shows the current one. */
export const DOCS = '/api/docs'

/** Swagger UI assigns HTML to elements, so it cannot run under Trusted Types. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the document for people, drawn by Swagger UI from files of this server. */
export function docsPage(app: FastifyInstance): void {
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.headers({ 'content-security-policy': DOCS_POLICY, 'cache-control': 'no-store' })
      next()
    })
    scope.register(swaggerUi, {
      routePrefix: DOCS,
      theme: { title: `${brand.name} API` },
      uiConfig: { layout: 'BaseLayout' },
    })
    done()
  })
}
