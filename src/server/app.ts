import cors from '@fastify/cors'
import type { FastifyInstance, FastifyPluginCallback } from 'fastify'
import { TOTAL_ROWS_HEADER } from '#contract/analytics.ts'
import { API_BASE, CHANGE_HEADER, KEY_HEADER } from '#contract/api.ts'
import { STAMP_HEADER } from '#contract/forms.ts'
import { eventRoutes } from '#server/analytics/event-routes.ts'
import { figureRoutes } from '#server/analytics/figure-routes.ts'
import { figuresExportRoute } from '#server/analytics/figures-export-routes.ts'
import { accountRoutes } from '#server/auth/account-routes.ts'
import { tokenRoutes } from '#server/auth/service-tokens.ts'
import { signInRoutes } from '#server/auth/sign-in-routes.ts'
import { signOnRoutes } from '#server/auth/sign-on-routes.ts'
import { recordsExportRoutes } from '#server/exports/records-export-routes.ts'
import { auditLogRoutes, changeRoutes, eraseRoutes } from '#server/history/changes-routes.ts'
import { registerGuard } from '#server/http/authorise.ts'
import { type BaseOptions, createBase } from '#server/http/base.ts'
import { parseJsonOnly, refuseOtherCharsets } from '#server/http/body-limits.ts'
import { registerProbes } from '#server/http/health.ts'
import { docsPage, documentRoute, registerDescription } from '#server/http/openapi.ts'
import { createPages, type Pages, registerPages } from '#server/http/pages.ts'
import { REQUEST_ID_HEADER, registerAccessLog } from '#server/http/request-log.ts'
import { importRoutes } from '#server/imports/import-routes.ts'
import { formRoutes } from '#server/public-forms/form-routes.ts'
import { waitlistRoutes } from '#server/public-forms/waitlist.ts'
import { accessRoutes } from '#server/records/access-routes.ts'
import { actionRoutes } from '#server/records/actions.ts'
import { recordFactRoutes } from '#server/records/record-facts-routes.ts'
import { needRoutes, resourceRoutes } from '#server/records/resource-routes.ts'
import { searchRoutes } from '#server/records/search.ts'
import { securityLogRoutes } from '#server/security-log/security-log-routes.ts'
import type { Context } from '#server/services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds until the response started; 0 before. */
    msUntilAnswer: number
  }
}

export interface AppOptions extends Context, Omit<BaseOptions, 'config' | 'registry'> {
  /** Prints a line for the operator. */
  say?: (line: string) => void
  /** Requests wait for it, except probes. */
  ready?: Promise<void>
}

/** Creates the server without listening, so that tests can inject requests. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, registry, ready, proxyWarnings, say } = options
  const { requests } = options.insight
  const { app, site } = createBase(options)
  app.decorateRequest('owner', null)
  app.decorateRequest('msUntilAnswer', 0)
  parseJsonOnly(app)
  await registerDescription(app, registry, config.publicUrl)
  if (config.corsOrigins.length > 0) await app.register(cors, corsOptions(config.corsOrigins))
  app.addHook('onRequest', async (request) => {
    const warning = proxyWarnings.notice(request)
    if (warning !== undefined) {
      request.log.warn(warning)
      say?.(`Warning: ${warning}`)
    }
    if (!request.routeOptions.config.isProbe) await ready
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    request.msUntilAnswer = reply.elapsedTime
    done()
  })
  // Loaded only if it is configured: prom-client takes 13 MB of memory.
  const counted =
    config.metricsToken || config.metricsFrom.length > 0
      ? (await import('#server/http/metrics.ts')).registerMetrics(app, options)
      : options
  const pages = createPages({ ...site, stamp: () => options.stamps.make() })
  const healthRoutes = registerProbes(app, options.store, ready)
  await app.register(apiOf(counted, pages, healthRoutes), { prefix: API_BASE })
  docsPage(app)
  await registerPages(app, pages, site)
  registerAccessLog(app, config.accessLog)
  app.addHook('onResponse', (request, reply, done) => {
    // Measures until the response starts, because the rest depends on the client's connection.
    if (request.url.startsWith(`${API_BASE}/`))
      requests.note(request.msUntilAnswer || reply.elapsedTime)
    done()
  })
  return app
}

const corsOptions = (origin: string[]) => ({
  origin,
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: `authorization,content-type,if-match,${KEY_HEADER},${REQUEST_ID_HEADER},traceparent,tracestate`,
  exposedHeaders: `etag,location,retry-after,content-disposition,x-total-count,${CHANGE_HEADER},${REQUEST_ID_HEADER},${TOTAL_ROWS_HEADER},${STAMP_HEADER}`,
  maxAge: 600,
})

const BEFORE_RESOURCES = [signInRoutes, accountRoutes, signOnRoutes, accessRoutes]
const OF_RESOURCES = [resourceRoutes, actionRoutes, recordFactRoutes, eraseRoutes]
const AFTER_RESOURCES = [
  ...[importRoutes, auditLogRoutes, tokenRoutes, changeRoutes, needRoutes],
  ...[searchRoutes, eventRoutes, figureRoutes],
]

/** Registers the routes below API_BASE: guarded, and never cached. The OpenAPI description lists them in this order. */
function apiOf(
  context: Context,
  pages: Pages,
  healthRoutes: (api: FastifyInstance) => void,
): FastifyPluginCallback {
  return (api, _options, done) => {
    // The routes check bodies and queries by the resources' own schemas.
    api.setValidatorCompiler(() => () => true)
    api.addHook('onRequest', (_request, reply, next) => {
      reply.header('cache-control', 'no-store')
      next()
    })
    registerGuard(api, context)
    api.addHook('onRequest', refuseOtherCharsets)
    for (const add of BEFORE_RESOURCES) add(api, context)
    for (const resource of context.registry)
      for (const add of OF_RESOURCES) add(api, context, resource)
    for (const add of AFTER_RESOURCES) add(api, context)
    const files = recordsExportRoutes(api, context)
    figuresExportRoute(api, context, files)
    securityLogRoutes(api, context, files)
    api.register(formRoutes(context, pages))
    api.register(waitlistRoutes(context, pages))
    healthRoutes(api)
    documentRoute(api)
    done()
  }
}
