import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Resource } from '#model/resource.ts'
import type { Config } from '#server/config.ts'
import { answerUnread, awaitBody, LONGEST_BODY } from './body-limits.ts'
import { createErrorHandler } from './error-handler.ts'
import { BARE_HEADERS, pagePolicy, registerHeaders } from './headers.ts'
import { lazySerializers } from './json-schema.ts'
import { createPages, registerPages } from './pages.ts'
import { isBehindTls } from './proxy-warnings.ts'
import { nameRequest, tracingOptions } from './request-log.ts'

export interface BaseOptions {
  config: Pick<Config, 'imageHosts' | 'publicUrl' | 'trustProxy'>
  registry: readonly Resource[]
  logger: NonNullable<FastifyServerOptions['logger']>
  /** dist/client. */
  clientDir: string
  /** The API's origin if the console was built for another server. */
  apiOrigin?: string | undefined
}

/** Creates the server that API and pages share: time limits, error handling, headers, request ids. */
export function createBase({ config, registry, logger, clientDir, apiOrigin }: BaseOptions) {
  const onError = createErrorHandler(registry)
  const app: FastifyInstance = Fastify({
    logger,
    bodyLimit: LONGEST_BODY,
    trustProxy: config.trustProxy,
    schemaController: { compilersFactory: { buildSerializer: lazySerializers } },
    clientErrorHandler: answerUnread,
    // awaitBody limits the time of bodies.
    http: { headersTimeout: 30_000 },
    keepAliveTimeout: 30_000,
    logController: new LogController({ disableRequestLogging: true }),
    // While stopping, requests on open connections still get a response.
    return503OnClosing: false,
    ...tracingOptions(config.trustProxy),
    // No hook runs for a URL that cannot be decoded.
    frameworkErrors(error, request, reply) {
      awaitBody(request.raw)
      reply.headers(BARE_HEADERS)
      nameRequest(request, reply)
      onError(error, request, reply)
    },
  })
  app.setErrorHandler(onError)
  const headers = { imageHosts: config.imageHosts, apiOrigin, isHttps: isBehindTls(config) }
  registerHeaders(app, headers)
  app.addHook('onRequest', (request, reply, next) => {
    nameRequest(request, reply)
    awaitBody(request.raw)
    next()
  })
  return { app, site: { clientDir, policy: pagePolicy(headers), publicUrl: config.publicUrl } }
}

/** Creates the server of a console that was built for another backend: the pages, without API and database. */
export async function createConsoleApp(options: BaseOptions): Promise<FastifyInstance> {
  const { app, site } = createBase(options)
  // The other backend receives the forms and protects them.
  await registerPages(app, createPages({ ...site, stamp: () => '' }), site)
  return app
}
