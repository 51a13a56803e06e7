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
import { TOTAL_ROWS_HEADER } from '#contract/analytics.ts'
import { API_BASE, CHANGE_HEADER, KEY_HEADER } from '#contract/api.ts'
import { STAMP_HEADER } from '#contract/forms.ts'
import { analyticsRoutes } from '#server/analytics/analytics-routes.ts'
import { overviewRoutes } from '#server/analytics/overview-routes.ts'
import type { Requests } from '#server/analytics/request-counts.ts'
import { widgetRoutes } from '#server/analytics/widget-routes.ts'
import { accountFactorRoutes, accountRoutes } from '#server/auth/account-routes.ts'
import { passwordRoutes, sessionRoutes } from '#server/auth/session-routes.ts'
import { factorSignInRoutes } from '#server/auth/sign-in-factor-routes.ts'
import { signOnRoutes } from '#server/auth/sign-on-routes.ts'
import { tokenRoutes } from '#server/auth/token-routes.ts'
import { eventRoutes } from '#server/events/event-routes.ts'
import { exportRoutes } from '#server/exports/figures-export-routes.ts'
import { auditLogRoutes } from '#server/history/audit-log-routes.ts'
import { changeRoutes, eraseRoutes } from '#server/history/changes-routes.ts'
import { registerAccessLog } from '#server/http/access-log.ts'
import { awaitBody, registerArrival } from '#server/http/arrival.ts'
import { createGuard, noteRefusals } from '#server/http/authorise.ts'
import { createErrorHandler } from '#server/http/error-handler.ts'
import { isBehindTls } from '#server/http/exposure.ts'
import {
  type HeaderOptions,
  pagePolicy,
  registerHeaders,
  setBareHeaders,
} from '#server/http/headers.ts'
import { createProbes, healthRoutes, type Probes, rootProbes } from '#server/http/health.ts'
import { excessIn, LONGEST_BODY } from '#server/http/json-bounds.ts'
import { docsPage, documentRoute, registerDescription } from '#server/http/openapi.ts'
import { createPages, type Pages, registerPages } from '#server/http/pages.ts'
import { invalid } from '#server/http/refusal.ts'
import { unsupportedMediaType } from '#server/http/refusals.ts'
import type { Context } from '#server/http/route-context.ts'
import { lazySerializers } from '#server/http/serializers.ts'
import { registerSiteFiles } from '#server/http/site-files.ts'
import {
  nameRequest,
  REQUEST_ID_HEADER,
  registerTracing,
  tracingOptions,
} from '#server/http/tracing.ts'
import { answerUnread } from '#server/http/unread.ts'
import { importRoutes } from '#server/imports/import-routes.ts'
import type { Background } from '#server/ops/jobs.ts'
import { formRoutes } from '#server/public-forms/form-routes.ts'
import { waitlistRoutes } from '#server/public-forms/waitlist-routes.ts'
import { accessRoutes } from '#server/records/access-routes.ts'
import { actionRoutes } from '#server/records/action-routes.ts'
import { needRoutes } from '#server/records/needs-routes.ts'
import { recordFactRoutes } from '#server/records/record-facts-routes.ts'
import { resourceRoutes } from '#server/records/resource-routes.ts'
import { searchRoutes } from '#server/records/search-routes.ts'
import { usesOfManyRoutes } from '#server/records/use-counts-routes.ts'
import { securityLogRoutes } from '#server/security-log/security-log-routes.ts'

export interface AppOptions extends Context {
  logger: NonNullable<FastifyServerOptions['logger']>
  /** dist/client. */
  clientDir: string
  /** The API's origin that the console was built for, when it is not this one. */
  apiOrigin?: string | undefined
  /** Takes a line for the operator, on the process's output. */
  say?: (line: string) => void
  /** Requests that come earlier wait for it, but for probes. */
  ready?: Promise<void>
  /** What is done beside the requests. */
  background?: Background
}

/** The whole server as a value: tests inject requests, the process listens. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, registry } = options
  const onError = createErrorHandler(registry)
  const app = Fastify({
    logger: options.logger,
    bodyLimit: LONGEST_BODY,
    trustProxy: config.trustProxy,
    schemaController: { compilersFactory: { buildSerializer: lazySerializers } },
    clientErrorHandler: answerUnread,
    // Of headers; bodies are looked after by registerArrival.
    http: { headersTimeout: 30_000 },
    keepAliveTimeout: 30_000,
    logController: new LogController({ disableRequestLogging: true }),
    // What still arrives on open connections while stopping is answered like everything else.
    return503OnClosing: false,
    ...tracingOptions(config.trustProxy),
    // A URL that cannot be decoded never reaches a route.
    frameworkErrors(error, request, reply) {
      awaitBody(request.raw)
      setBareHeaders(reply)
      nameRequest(request, reply)
      onError(error, request, reply)
    },
  })
  app.setErrorHandler(onError)
  app.decorateRequest('owner', null)
  parseJsonOnly(app)

  const headers: HeaderOptions = {
    imageHosts: config.imageHosts,
    apiOrigin: options.apiOrigin,
    isHttps: isBehindTls(config),
  }
  registerHeaders(app, headers)
  registerTracing(app)
  registerArrival(app)
  await registerDescription(app, registry, config.publicUrl)
  if (config.corsOrigins.length > 0)
    await app.register(cors, {
      origin: config.corsOrigins,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: [
        'authorization',
        'content-type',
        'if-match',
        KEY_HEADER,
        REQUEST_ID_HEADER,
        'traceparent',
        'tracestate',
      ],
      exposedHeaders: [
        'etag',
        'location',
        'retry-after',
        'content-disposition',
        'x-total-count',
        CHANGE_HEADER,
        REQUEST_ID_HEADER,
        TOTAL_ROWS_HEADER,
        STAMP_HEADER,
      ],
      maxAge: 600,
    })
  watchProxies(app, options)
  if (options.ready !== undefined) holdUntil(app, options.ready)
  // Loaded only where it is configured: prom-client takes 13 MB of memory.
  const counted = config.metrics
    ? (await import('#server/http/metrics.ts')).registerMetrics(app, options, config.metrics)
    : options
  const probes = createProbes(app, options.store, options.ready)
  const policy = pagePolicy(headers)
  const { clientDir, stamps } = options
  const pages = createPages({
    clientDir,
    policy,
    publicUrl: config.publicUrl,
    stamp: () => stamps.make(),
  })
  await app.register(apiOf(counted, pages, probes), { prefix: API_BASE })
  rootProbes(app, probes)
  docsPage(app)
  await registerPages(app, pages, clientDir)
  registerSiteFiles(app, config.publicUrl)
  registerAccessLog(app, config.accessLog)
  countRequests(app, options.insight.requests)
  return app
}

/** Warns once of a proxy that TRUST_PROXY does not name. */
function watchProxies(app: FastifyInstance, { exposure, say }: AppOptions): void {
  app.addHook('onRequest', (request, _reply, next) => {
    const warning = exposure.notice(request)
    if (warning !== undefined) {
      request.log.warn(warning)
      say?.(`Warning: ${warning}`)
    }
    next()
  })
}

function holdUntil(app: FastifyInstance, ready: Promise<void>): void {
  let isReady = false
  void ready.then(() => {
    isReady = true
  })
  app.addHook('onRequest', ({ routeOptions }, _reply, next) => {
    if (isReady || routeOptions.config.isProbe) next()
    else void ready.then(() => next())
  })
}

/** Everything below the API's base: guarded, and never kept by caches. */
function apiOf(context: Context, pages: Pages, probes: Probes): FastifyPluginCallback {
  return (api, _options, done) => {
    // Bodies and queries are checked by the routes, in the words of the resources' own schemas.
    api.setValidatorCompiler(() => () => true)
    api.addHook('onRequest', (_request, reply, next) => {
      reply.header('cache-control', 'no-store')
      next()
    })
    api.addHook('onRequest', createGuard(context.store, context.security, context.access))
    api.addHook('onRequest', refuseOtherCharsets)
    const refused = noteRefusals(context.security)
    api.addHook('onError', (request, _reply, error, next) => {
      refused(request, error)
      next()
    })
    sessionRoutes(api, context)
    accountRoutes(api, context)
    passwordRoutes(api, context)
    factorSignInRoutes(api, context)
    accountFactorRoutes(api, context)
    signOnRoutes(api, context)
    accessRoutes(api, context)
    for (const resource of context.registry) {
      resourceRoutes(api, context, resource)
      actionRoutes(api, context, resource)
      recordFactRoutes(api, context, resource)
      usesOfManyRoutes(api, context, resource)
      eraseRoutes(api, context, resource)
    }
    importRoutes(api, context)
    auditLogRoutes(api, context)
    securityLogRoutes(api, context)
    tokenRoutes(api, context)
    changeRoutes(api, context)
    overviewRoutes(api, context)
    needRoutes(api, context)
    searchRoutes(api, context)
    eventRoutes(api, context)
    widgetRoutes(api, context)
    analyticsRoutes(api, context)
    exportRoutes(api, context)
    api.register(formRoutes(context, pages))
    api.register(waitlistRoutes(context, pages))
    healthRoutes(api, probes)
    documentRoute(api)
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
