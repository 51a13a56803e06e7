import { randomBytes } from 'node:crypto'
import cors from '@fastify/cors'
import Fastify, {
  type FastifyInstance,
  type FastifyPluginCallback,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  type HookHandlerDoneFunction,
  LogController,
} from 'fastify'
import { API_BASE } from '#contract/api.ts'
import { CHANGE_HEADER, KEY_HEADER } from '#contract/change-names.ts'
import { STAMP_HEADER } from '#contract/forms.ts'
import { TOTAL_ROWS_HEADER } from '#contract/insight/analytics.ts'
import { invalid } from '#server/domain/refusals.ts'
import { unsupportedMediaType } from '#server/http/refusals.ts'
import type { Requests } from '#server/insight/requests.ts'
import { createGuard } from './authorise.ts'
import { registerDescription } from './description.ts'
import { createErrorHandler } from './error-handler.ts'
import { type Exposure, isBehindTls } from './exposure.ts'
import { type HeaderOptions, pagePolicy, registerHeaders, setBareHeaders } from './headers.ts'
import { excessIn } from './json-bounds.ts'
import { createPages, type Pages, registerPages } from './pages.ts'
import { accessRoutes } from './routes/access.ts'
import { actionRoutes } from './routes/actions.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { changeLogRoutes } from './routes/change-log.ts'
import { changeRoutes } from './routes/changes.ts'
import type { Context } from './routes/context.ts'
import { docsRoute, documentRoutes } from './routes/documents.ts'
import { eraseRoutes } from './routes/erase.ts'
import { eventRoutes } from './routes/events.ts'
import { exportRoutes } from './routes/export.ts'
import { formRoutes } from './routes/forms.ts'
import { healthRoutes } from './routes/health.ts'
import { needRoutes } from './routes/needs.ts'
import { overviewRoutes } from './routes/overview.ts'
import { recordFactRoutes } from './routes/record-facts.ts'
import { resourceRoutes } from './routes/resource.ts'
import { searchRoutes } from './routes/search.ts'
import { sessionRoutes } from './routes/session.ts'
import { signInEventRoutes } from './routes/sign-in-events.ts'
import { usesOfManyRoutes } from './routes/use-counts.ts'
import { widgetRoutes } from './routes/widgets.ts'
import { registerSiteFiles } from './site-files.ts'
import { answerUnread } from './unread.ts'

export interface AppOptions extends Context {
  logger: NonNullable<FastifyServerOptions['logger']>
  /** dist/client. */
  clientDir: string
  /** The API's origin that the console was built for, when it is not this one. */
  apiOrigin?: string | undefined
  /** Takes a line for the operator, on the process's output. */
  say?: (line: string) => void
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
    clientErrorHandler: answerUnread,
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
  app.decorateRequest('claim', null)
  app.decorateRequest('admit', () => undefined)
  parseJsonOnly(app)

  const headers: HeaderOptions = {
    imageHosts: config.imageHosts,
    apiOrigin: options.apiOrigin,
    isHttps: isBehindTls(config),
  }
  await registerHeaders(app, headers)
  await registerDescription(app, registry, config.publicUrl)
  if (config.corsOrigins.length > 0)
    await app.register(cors, {
      origin: config.corsOrigins,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'if-match', KEY_HEADER],
      exposedHeaders: [
        ...[
          'etag',
          'location',
          'retry-after',
          'content-disposition',
          'x-total-count',
          CHANGE_HEADER,
        ],
        TOTAL_ROWS_HEADER,
        STAMP_HEADER,
      ],
      maxAge: 600,
    })
  watchProxies(app, options.exposure, options.say)
  if (options.ready !== undefined) holdUntil(app, options.ready)
  const policy = pagePolicy(headers)
  const { clientDir, stamps } = options
  const pages = createPages({
    clientDir,
    policy,
    publicUrl: config.publicUrl,
    stamp: () => stamps.make(),
  })
  await app.register(apiOf(options, pages), { prefix: API_BASE })
  docsRoute(app, policy)
  await registerPages(app, pages, clientDir)
  registerSiteFiles(app, config.publicUrl)
  logAnswers(app)
  countRequests(app, options.insight.requests)
  return app
}

/** Tells once of a proxy that nobody told of. */
function watchProxies(app: FastifyInstance, exposure: Exposure, say = (_line: string) => {}): void {
  app.addHook('onRequest', (request, _reply, next) => {
    const warning = exposure.notice(request)
    if (warning !== undefined) {
      request.log.warn(warning)
      say(`Warning: ${warning}`)
    }
    next()
  })
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
function apiOf(context: Context, pages: Pages): FastifyPluginCallback {
  return (api, _options, done) => {
    // Bodies and queries are checked by the routes, in the words of the resources' own schemas.
    api.setValidatorCompiler(() => () => true)
    api.addHook('onRequest', (_request, reply, next) => {
      reply.header('cache-control', 'no-store')
      next()
    })
    api.addHook('onRequest', createGuard(context.store, context.security, context.access))
    api.addHook('onRequest', refuseOtherCharsets)
    sessionRoutes(api, context)
    accessRoutes(api, context)
    for (const resource of context.registry) {
      resourceRoutes(api, context, resource)
      actionRoutes(api, context, resource)
      recordFactRoutes(api, context, resource)
      usesOfManyRoutes(api, context, resource)
      eraseRoutes(api, context, resource)
    }
    changeLogRoutes(api, context)
    signInEventRoutes(api, context)
    changeRoutes(api, context)
    overviewRoutes(api, context)
    needRoutes(api, context)
    searchRoutes(api, context)
    eventRoutes(api, context)
    widgetRoutes(api, context)
    analyticsRoutes(api, context)
    exportRoutes(api, context)
    api.register(formRoutes(context, pages))
    healthRoutes(api)
    documentRoutes(api, context)
    done()
  }
}

/** All bodies are read as UTF-8, of which ASCII is a part: one that says it is another would be stored as nonsense. */
function refuseOtherCharsets(
  { headers, method }: FastifyRequest,
  _reply: FastifyReply,
  next: HookHandlerDoneFunction,
): void {
  const isRead = method === 'GET' || method === 'HEAD'
  next(isRead || isUtf8(headers['content-type'] ?? '') ? undefined : unsupportedMediaType('UTF-8'))
}

function isUtf8(contentType: string): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? []
  return /^(utf-?8|us-ascii)$/i.test(charset)
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

/** JSON is the only kind of body, but for the public forms'. An announced but empty one counts as none. Throws 400 for one that holds too much. */
function parseJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = String(body)
    const excess = excessIn(json)
    if (excess !== undefined) done(invalid(excess))
    else if (json === '') done(null, undefined)
    else void parse(request, json, done)
  })
}

/** One line per answer at debug level, without the query: searches hold names. */
function logAnswers(app: FastifyInstance): void {
  if (!['debug', 'trace'].includes(app.log.level)) return
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Until its answer began; 0 before that. */
    msUntilAnswer: number
  }
}

/**
 * Every call of the API counts, answered or refused; nobody waits for it. Its time is the one until the
 * answer begins: how long a file takes from there on is up to the line and its reader.
 */
function countRequests(app: FastifyInstance, requests: Requests): void {
  app.decorateRequest('msUntilAnswer', 0)
  app.addHook('onSend', (request, reply, _payload, done) => {
    request.msUntilAnswer = reply.elapsedTime
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.url.startsWith(`${API_BASE}/`))
      requests.note(request.msUntilAnswer || reply.elapsedTime, reply.statusCode >= 500)
    done()
  })
}
