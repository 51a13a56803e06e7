import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Resource } from '#model/resource.ts'
import { createErrorHandler } from '#server/http/error-handler.ts'
import { BARE_HEADERS, pagePolicy, registerHeaders } from '#server/http/headers.ts'
import { createPages, registerPages } from '#server/http/pages.ts'
import { isBehindTls } from '#server/http/proxy-warnings.ts'
import type { Config } from './config.ts'

export interface ConsoleOptions {
  config: Pick<Config, 'imageHosts' | 'publicUrl' | 'trustProxy'>
  registry: readonly Resource[]
  logger: NonNullable<FastifyServerOptions['logger']>
  /** dist/client. */
  clientDir: string
  /** The API's origin that the console was built for; undefined when it is behind the same address. */
  apiOrigin: string | undefined
}

/**
 * The built pages with the headers, the policy and the addresses that the whole server gives them, and nothing
 * else: no API and no database. For a console that was built for another backend.
 */
export async function createConsoleApp(options: ConsoleOptions): Promise<FastifyInstance> {
  const { config, clientDir } = options
  const onError = createErrorHandler(options.registry)
  const app = Fastify({
    logger: options.logger,
    trustProxy: config.trustProxy,
    requestTimeout: 30_000,
    keepAliveTimeout: 30_000,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors(error, request, reply) {
      reply.headers(BARE_HEADERS)
      onError(error, request, reply)
    },
  })
  app.setErrorHandler(onError)
  const headers = {
    imageHosts: config.imageHosts,
    apiOrigin: options.apiOrigin,
    isHttps: isBehindTls(config),
  }
  registerHeaders(app, headers)
  const site = {
    clientDir,
    policy: pagePolicy(headers),
    publicUrl: config.publicUrl,
    // Another backend takes the forms and protects them.
    stamp: () => '',
  }
  await registerPages(app, createPages(site), site)
  return app
}
