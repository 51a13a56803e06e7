import { createHash, timingSafeEqual } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/services.ts'
import { bearerToken } from './authorise.ts'
import { isForwarded, networkTest } from './proxy-warnings.ts'
import { forbidden, unauthenticated } from './refusal.ts'

/** How long a scrape waits for the database. */
const DATABASE_WAIT_MS = 1000
/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const READS = ['GET', 'HEAD', 'OPTIONS']
/** The outcomes of a sign-in, by event of the security log. */
const SIGN_IN_OUTCOMES: Readonly<Record<string, string>> = {
  signed_in: 'right',
  sign_in_failed: 'wrong',
  second_factor_failed: 'wrong_factor',
  sign_in_refused: 'limited',
}

/**
 * Collects metrics, and serves them to holders of METRICS_TOKEN and addresses of METRICS_FROM. Returns the context with
 * a security log that counts sign-ins.
 */
export function registerMetrics(app: FastifyInstance, context: Context): Context {
  const check = createCheck(context.config)
  const register = new Registry()
  collectDefaultMetrics({ register })
  watchRequests(app, register)
  watchServices(context, register)
  const route = { schema: { hide: true }, config: { access: 'public', isProbe: true } } as const
  app.get('/metrics', route, async (request, reply) => {
    check(request)
    reply.type(register.contentType).header('cache-control', 'no-store')
    return reply.send(await register.metrics())
  })
  return { ...context, security: countSignIns(context.security, register) }
}

/**
 * Returns the check of a scrape, which throws 401 and 403. If both a token and addresses are configured, a request
 * needs both.
 */
function createCheck({ metricsToken: token, metricsFrom: from, trustProxy }: Config) {
  const isFrom = networkTest(from)
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return (request: FastifyRequest): void => {
    // Behind a proxy that TRUST_PROXY does not name, every client has the proxy's address.
    const isHidden = trustProxy === false && isForwarded(request)
    if (from.length > 0 && (isHidden || !isFrom(request.ip)))
      throw forbidden({ rule: 'METRICS_FROM', message: 'This address may not read metrics.' })
    const given = digest(bearerToken(request) ?? '')
    if (token !== undefined && !timingSafeEqual(given, digest(token)))
      throw unauthenticated('This route needs the token of METRICS_TOKEN.')
  }
}

/** Counts requests and their times. */
export function watchRequests(app: FastifyInstance, register: Registry): void {
  const registers = [register]
  const byRoute = new Histogram({
    name: 'waymark_http_request_seconds',
    help: 'Time until the response started, by route and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: [],
    registers,
  })
  const byKind = new Histogram({
    name: 'waymark_http_answer_seconds',
    help: 'Time until the response started, over all routes.',
    labelNames: ['kind'],
    buckets: BUCKETS,
    registers,
  })
  const active = new Gauge({
    name: 'waymark_http_requests_under_way',
    help: 'Requests in progress.',
    registers,
  })
  for (const kind of ['read', 'write']) byKind.zero({ kind })
  // Counts up and down in one hook, because an earlier hook may respond before this one, and a client may disconnect at
  // any time.
  app.addHook('onRequest', (_request, reply, done) => {
    active.inc()
    reply.raw.once('close', () => active.dec())
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const seconds = (request.msUntilAnswer || reply.elapsedTime) / 1000
    const { method, is404, routeOptions } = request
    const labels = {
      method: method === 'HEAD' ? 'GET' : method,
      route: (!is404 && routeOptions.url) || 'none',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    byRoute.observe(labels, seconds)
    byKind.observe({ kind: READS.includes(method) ? 'read' : 'write' }, seconds)
    done()
  })
}

/** A reading. It is omitted if it has no value. */
type Reading = [value: number | undefined, labels?: Record<string, string>]

/** Registers what is read at each scrape. */
function watchServices(
  { config, store, insight: { facts }, background }: Context,
  register: Registry,
): void {
  const registers = [register]
  const gauge = (name: string, help: string, read: () => Reading[] | Promise<Reading[]>) =>
    new Gauge({
      ...{ name: `waymark_${name}`, help, registers, labelNames: ['pool', 'state', 'job'] },
      async collect() {
        const readings = await read()
        this.reset()
        for (const [value, labels = {}] of readings)
          if (value !== undefined) this.set(labels, value)
      },
    })

  const pools = Object.entries({ requests: store.pool, rolling: store.rolling })
  gauge('pool_waiting', 'Requests that wait for a connection.', () =>
    pools.map(([pool, { waitingCount }]) => [waitingCount, { pool }]),
  )
  gauge('pool_size', 'The most connections.', () =>
    pools.map(([pool, { options }]) => [options.max, { pool }]),
  )
  gauge('job_success_time_seconds', 'Unix time at which a background job last succeeded.', () =>
    background
      .jobs()
      .map(({ name: job, succeededAt }) => [succeededAt && succeededAt.getTime() / 1000, { job }]),
  )
  gauge('job_failures', 'Failed runs of a background job since it last succeeded.', () =>
    background.jobs().map(({ name: job, failures }) => [failures, { job }]),
  )

  const askDatabase = async () => {
    const began = performance.now()
    const backlog = await facts.backlog()
    return { ...backlog, answer: (performance.now() - began) / 1000 }
  }
  // Gauges and scrapes share one query, even if it hangs.
  let asking: Promise<Awaited<ReturnType<typeof askDatabase>> | undefined> | undefined
  /** Undefined while the database does not respond. */
  const backlog = async () => {
    asking ??= askDatabase()
      .catch(() => undefined)
      .finally(() => {
        asking = undefined
      })
    const late = pause(DATABASE_WAIT_MS, undefined, { ref: false })
    return (await Promise.race([asking, late])) ?? undefined
  }
  gauge('pool_connections', 'Connections to the database, by state.', async () => {
    // By then, the scrape's own query has ended.
    await backlog()
    return pools.flatMap(([pool, { totalCount, idleCount }]): Reading[] => [
      [totalCount - idleCount, { pool, state: 'in_use' }],
      [idleCount, { pool, state: 'idle' }],
    ])
  })
  gauge('database_up', 'Whether the database responds.', async () => [[(await backlog()) ? 1 : 0]])
  const ofDatabase = (
    key: keyof NonNullable<Awaited<ReturnType<typeof backlog>>>,
    name: string,
    help: string,
  ) => gauge(name, help, async () => [[(await backlog())?.[key]]])
  ofDatabase('answer', 'database_answer_seconds', 'Duration of a short query.')
  ofDatabase(
    'waiting',
    'event_batches_waiting',
    'Batches of events waiting to be counted, at most 10,000.',
  )
  ofDatabase('aside', 'event_batches_aside', 'Failed batches of events, which cannot be counted.')
  ofDatabase(
    'seconds',
    'roller_age_seconds',
    'Age of the oldest batch of events waiting to be counted.',
  )

  const disk = (of: 'bavail' | 'blocks'): Reading[] => {
    try {
      const stats = statfsSync(config.dataDir)
      return [[stats[of] * stats.bsize]]
    } catch {
      return []
    }
  }
  if (config.databaseUrl === undefined) {
    gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR.', () => disk('bavail'))
    gauge('disk_size_bytes', 'Size of the disk of DATA_DIR.', () => disk('blocks'))
  }

  for (const [key, help] of [
    ['accepted', 'Events that this server accepted.'],
    ['counted', 'New events that this server counted.'],
  ] as const)
    new Counter({
      ...{ name: `waymark_events_${key}_total`, help, registers },
      collect() {
        this.reset()
        this.inc(facts.tally[key])
      },
    })
}

function countSignIns(security: Context['security'], register: Registry): Context['security'] {
  const counter = new Counter({
    name: 'waymark_sign_ins_total',
    help: 'Sign-ins by outcome.',
    labelNames: ['outcome'],
    registers: [register],
  })
  for (const outcome of Object.values(SIGN_IN_OUTCOMES)) counter.inc({ outcome }, 0)
  return {
    ...security,
    note(event, facts) {
      const outcome = SIGN_IN_OUTCOMES[event]
      if (outcome !== undefined) counter.inc({ outcome })
      security.note(event, facts)
    },
  }
}
