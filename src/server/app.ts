import { randomBytes } from 'node:crypto'
import cors from '@fastify/cors'
import Fastify, {
  type FastifyInstance,
  type FastifyPluginCallback,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { API_BASE } from '#contract/api.ts'
import { createGuard } from './http/authorise.ts'
import { registerDescription } from './http/description.ts'
import { createErrorHandler } from './http/error-handler.ts'
import { type HeaderOptions, pagePolicy, registerHeaders, setBareHeaders } from './http/headers.ts'
import { registerPages } from './http/pages.ts'
import type { Context } from './routes/context.ts'
import { docsRoute, documentRoutes } from './routes/documents.ts'
import { healthRoutes } from './routes/health.ts'
import { overviewRoutes } from './routes/overview.ts'
import { resourceRoutes } from './routes/resource.ts'
import { sessionRoutes } from './routes/session.ts'

export interface AppOptions extends Context {
  logger: NonNullable<FastifyServerOptions['logger']>
  /** dist/client. */
  clientDir: string
  /** The API's origin that the console was built for, when it is not this one. */
  apiOrigin?: string | undefined
  /** Requests that come earlier wait for it. */
  ready?: Promise<void>
}

const MEGABYTE = 1_048_576

/** The whole server as a value: tests inject requests, the process listens. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, registry } = options
  const onError = createErrorHandler(registry)
  const app = Fastify({
    logger: options.logger,
    bodyLimit: MEGABYTE,
    trustProxy: config.trustProxy,
    // A client that sends its request drop by drop may not hold a connection for ever.
    requestTimeout: 30_000,
    keepAliveTimeout: 30_000,
    logController: new LogController({ disableRequestLogging: true }),
    // What still arrives on open connections while stopping is answered like everything else.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: createRequestIds(),
    // A URL that cannot be decoded never reaches a route.
    frameworkErrors(error, request, reply) {
      setBareHeaders(reply)
      onError(error, request, reply)
    },
  })
  app.setErrorHandler(onError)
  app.decorateRequest('owner', null)
  parseJsonOnly(app)

  const headers: HeaderOptions = {
    imageHosts: config.imageHosts,
    apiOrigin: options.apiOrigin,
    isHttps: config.trustProxy !== false || config.publicUrl?.startsWith('https:') === true,
  }
  await registerHeaders(app, headers)
  await registerDescription(app)
  if (config.corsOrigins.length > 0)
    await app.register(cors, {
      origin: config.corsOrigins,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'if-match'],
      exposedHeaders: ['etag', 'location', 'retry-after'],
      maxAge: 600,
    })
  if (options.ready !== undefined) holdUntil(app, options.ready)
  await app.register(apiOf(options), { prefix: API_BASE })
  const policy = pagePolicy(headers)
  docsRoute(app, policy)
  await registerPages(app, {
    clientDir: options.clientDir,
    policy,
    publicUrl: config.publicUrl,
  })
  logAnswers(app)
  return app
}

function holdUntil(app: FastifyInstance, ready: Promise<void>): void {
  let isReady = false
  void ready.then(() => {
    isReady = true
  })
  app.addHook('onRequest', (_request, _reply, next) => {
    if (isReady) next()
    else void ready.then(() => next())
  })
}

/** Everything below the API's base: guarded, and never kept by caches. */
function apiOf(context: Context): FastifyPluginCallback {
  return (api, _options, done) => {
    // Bodies and queries are checked by the routes, in the words of the resources' own schemas.
    api.setValidatorCompiler(() => () => true)
    api.addHook('onRequest', (_request, reply, next) => {
      reply.header('cache-control', 'no-store')
      next()
    })
    api.addHook('onRequest', createGuard(context.store.sessions))
    sessionRoutes(api, context)
    for (const resource of context.registry) resourceRoutes(api, context, resource)
    overviewRoutes(api, context)
    healthRoutes(api)
    documentRoutes(api)
    done()
  }
}

/** Ids that differ between processes and starts, without the cost of randomness for each request. */
function createRequestIds(): () => string {
  const boot = randomBytes(4).toString('hex')
  let count = 0
  return () => {
    count += 1
    return `${boot}-${count.toString(36)}`
  }
}

/** JSON is the only kind of body. An announced but empty one counts as none. */
function parseJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}

/** One line per answer at debug level, without the query: searches hold names. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
}
