import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Background } from '#server/ops/jobs.ts'
import { bearerToken } from '../authorise.ts'
import { isForwarded } from '../exposure.ts'
import { networkTest } from '../networks.ts'
import { forbidden, unauthenticated } from '../refusal.ts'
import type { Context } from '../route-context.ts'
import { CONTENT_TYPE, expose } from './exposition.ts'
import { diskFamilies, watchProcess } from './process-metrics.ts'
import { countRequestsOf } from './request-metrics.ts'
import { countSignIns } from './sign-ins.ts'
import { eventFamilies, jobFamilies, poolFamilies, watchBacklog } from './store-metrics.ts'

/** Where Prometheus looks by itself. */
const METRICS_PATH = '/metrics'

type Watched = Pick<Context, 'config' | 'store' | 'insight' | 'security'> & {
  background?: Background
}

/**
 * Begins to count, and serves what was counted to whoever METRICS_TOKEN and METRICS_FROM name; without them there is
 * nothing here. Gives what to work with instead, so that it is counted.
 */
export function registerMetrics<T extends Watched>(app: FastifyInstance, watched: T): T {
  const { config, store, insight, background } = watched
  if (config.metrics === undefined) return watched
  const admit = gate(config.metrics, config.trustProxy !== false)
  const requests = countRequestsOf(app)
  const own = watchProcess()
  const backlog = watchBacklog(insight.facts)
  const signIns = countSignIns(watched.security)
  app.addHook('onClose', (_app, done) => {
    own.end()
    backlog.end()
    done()
  })
  const counted = () => [
    ...requests.families(),
    ...eventFamilies(insight.facts),
    ...poolFamilies(store),
    ...(background ? jobFamilies(background) : []),
    ...signIns.families(),
    ...own.families(),
  ]
  app.get(
    METRICS_PATH,
    { schema: { hide: true }, config: { access: 'public', isProbe: true } },
    async (request, reply) => {
      admit(request)
      const waiting = await backlog.families()
      const disk = config.databaseUrl === undefined ? diskFamilies(config.dataDir) : []
      return reply
        .type(CONTENT_TYPE)
        .header('cache-control', 'no-store')
        .send(expose([...counted(), ...waiting, ...disk]))
    },
  )
  return { ...watched, security: signIns.security }
}

/** Throws 401 and 403. Where both are configured, both are asked for. */
function gate({ token, from }: NonNullable<Config['metrics']>, knowsProxies: boolean) {
  const isFrom = networkTest(from)
  return (request: FastifyRequest): void => {
    // Behind a proxy that nobody told of, everybody has the proxy's address.
    const isHidden = !knowsProxies && isForwarded(request)
    if (from.length > 0 && (isHidden || !isFrom(request.ip)))
      throw forbidden({ rule: 'METRICS_FROM', message: 'This address may not read metrics.' })
    if (token !== undefined && !isSame(bearerToken(request) ?? '', token))
      throw unauthenticated('The token of METRICS_TOKEN is needed here.')
  }
}

/** In a time that tells nothing of where they differ. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
