import { createHash, timingSafeEqual } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#server/config.ts'
import type { Backlog } from '#server/events/event-queue.ts'
import type { Facts } from '#server/events/facts.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import { bearerToken } from './authorise.ts'
import { isForwarded, networkTest } from './proxy-warnings.ts'
import { forbidden, unauthenticated } from './refusal.ts'
import type { Context } from './route-context.ts'

/** A scrape waits this long for the database. */
const DATABASE_WAIT_MS = 1000
/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** The outcomes of a sign-in, by event of the security log. */
const SIGN_IN_OUTCOMES: Readonly<Record<string, string>> = {
  signed_in: 'right',
  sign_in_failed: 'wrong',
  second_factor_failed: 'wrong_factor',
  sign_in_refused: 'limited',
}

type Watched = Pick<Context, 'config' | 'store' | 'insight' | 'security' | 'background'>

/**
 * Counts, and serves the metrics to holders of METRICS_TOKEN and addresses of METRICS_FROM, both in `readers`.
 * Returns `watched` with a security log that counts sign-ins.
 */
export function registerMetrics<T extends Watched>(
  app: FastifyInstance,
  watched: T,
  readers: NonNullable<Config['metrics']>,
): T {
  const { config, insight, security } = watched
  const check = createCheck(readers, config.trustProxy !== false)
  const register = new Registry()
  collectDefaultMetrics({ register })
  watchRequests(app, register)
  countEvents(insight.facts, register)
  const readDatabase = databaseReader(insight.facts)
  let database: DatabaseReading = { backlog: undefined, seconds: 0 }
  watchGauges(watched, () => database, register)
  app.get(
    '/metrics',
    { schema: { hide: true }, config: { access: 'public', isProbe: true } },
    async (request, reply) => {
      check(request)
      database = await readDatabase()
      reply.type(register.contentType).header('cache-control', 'no-store')
      return reply.send(await register.metrics())
    },
  )
  return { ...watched, security: countSignIns(security, register) }
}

/** Throws 401 and 403. If both a token and addresses are configured, a request needs both. */
function createCheck({ token, from }: NonNullable<Config['metrics']>, knowsProxies: boolean) {
  const isFrom = networkTest(from)
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return (request: FastifyRequest): void => {
    // Behind a proxy that TRUST_PROXY does not name, every client has the proxy's address.
    const isHidden = !knowsProxies && isForwarded(request)
    if (from.length > 0 && (isHidden || !isFrom(request.ip)))
      throw forbidden({ rule: 'METRICS_FROM', message: 'This address may not read metrics.' })
    const given = digest(bearerToken(request) ?? '')
    if (token !== undefined && !timingSafeEqual(given, digest(token)))
      throw unauthenticated('The token of METRICS_TOKEN is needed here.')
  }
}

/** Counts requests and their times. */
export function watchRequests(app: FastifyInstance, register: Registry): void {
  const registers = [register]
  const byRoute = new Histogram({
    name: 'waymark_http_request_seconds',
    help: 'Time until an answer began, by route and class of status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [],
    registers,
  })
  const byKind = new Histogram({
    name: 'waymark_http_answer_seconds',
    help: 'Time until an answer began, over all routes.',
    labelNames: ['kind'],
    buckets: BUCKETS,
    registers,
  })
  const active = new Gauge({
    name: 'waymark_http_requests_under_way',
    help: 'Requests that are being answered.',
    registers,
  })
  for (const kind of ['read', 'write']) byKind.zero({ kind })
  // Up and down in one hook: an earlier hook may answer before this one, and a client may disconnect at any time.
  app.addHook('onRequest', (_request, reply, done) => {
    active.inc()
    reply.raw.once('close', () => active.dec())
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const seconds = (request.msUntilAnswer || reply.elapsedTime) / 1000
    const { method, is404, routeOptions } = request
    const known = METHODS.includes(method) ? method : 'other'
    const labels = {
      method: method === 'HEAD' ? 'GET' : known,
      route: (!is404 && routeOptions.url) || 'none',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    byRoute.observe(labels, seconds)
    byKind.observe(
      { kind: ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'read' : 'write' },
      seconds,
    )
    done()
  })
}

/** A value with its labels. */
type Reading = [labels: Record<string, string>, value: number]

const plain = (value: number | undefined): Reading[] => (value === undefined ? [] : [[{}, value]])

/** Registers the gauges, which are read at each scrape. */
function watchGauges(
  { config, store, background }: Watched,
  database: () => DatabaseReading,
  register: Registry,
): void {
  const pools = Object.entries({ requests: store.pool, rolling: store.rolling })
  const disk = (of: 'bavail' | 'blocks'): Reading[] => {
    try {
      const stats = statfsSync(config.dataDir)
      return plain(stats[of] * stats.bsize)
    } catch {
      return []
    }
  }
  const gauges: [name: string, help: string, read: () => Reading[]][] = [
    [
      'waymark_pool_connections',
      'Connections to the database, by state.',
      () =>
        pools.flatMap(([pool, { totalCount, idleCount }]): Reading[] => [
          [{ pool, state: 'in_use' }, totalCount - idleCount],
          [{ pool, state: 'idle' }, idleCount],
        ]),
    ],
    [
      'waymark_pool_waiting',
      'Requests that wait for a connection.',
      () => pools.map(([pool, { waitingCount }]) => [{ pool }, waitingCount]),
    ],
    [
      'waymark_pool_size',
      'Connections at most.',
      () => pools.map(([pool, { options }]) => [{ pool }, options.max]),
    ],
    [
      'waymark_job_success_time_seconds',
      'When a background job last succeeded, since 1970.',
      () =>
        background
          .jobs()
          .flatMap(({ name, succeededAt }): Reading[] =>
            succeededAt ? [[{ job: name }, succeededAt.getTime() / 1000]] : [],
          ),
    ],
    [
      'waymark_job_failures',
      'Failed rounds of a background job since it last succeeded.',
      () => background.jobs().map(({ name, failures }) => [{ job: name }, failures]),
    ],
    [
      'waymark_database_up',
      'Whether the database answers.',
      () => plain(database().backlog ? 1 : 0),
    ],
    [
      'waymark_database_answer_seconds',
      'How long a short query took.',
      () => plain(database().backlog && database().seconds),
    ],
    [
      'waymark_event_batches_waiting',
      'Batches of events that wait to be counted, 10,000 at most.',
      () => plain(database().backlog?.waiting),
    ],
    [
      'waymark_event_batches_aside',
      'Batches of events that could not be counted and were set aside.',
      () => plain(database().backlog?.aside),
    ],
    [
      'waymark_roller_age_seconds',
      'How long the oldest batch of events has been waiting to be counted.',
      () => plain(database().backlog?.seconds),
    ],
  ]
  if (config.databaseUrl === undefined)
    gauges.push(
      ['waymark_disk_free_bytes', 'Free space on the disk of DATA_DIR.', () => disk('bavail')],
      ['waymark_disk_size_bytes', 'Size of the disk of DATA_DIR.', () => disk('blocks')],
    )
  for (const [name, help, read] of gauges)
    new Gauge({
      name,
      help,
      labelNames: ['pool', 'state', 'job'],
      registers: [register],
      collect() {
        this.reset()
        for (const [labels, value] of read()) this.set(labels, value)
      },
    })
}

interface DatabaseReading {
  /** Undefined while the database does not answer. */
  backlog: Backlog | undefined
  seconds: number
}

/** Makes the function that asks the database. Scrapes share one query, also when it hangs. */
function databaseReader({ backlog }: Pick<Facts, 'backlog'>): () => Promise<DatabaseReading> {
  let asking: Promise<Backlog | undefined> | undefined
  return async () => {
    const began = performance.now()
    asking ??= backlog()
      .catch(() => undefined)
      .finally(() => {
        asking = undefined
      })
    const found = await Promise.race([asking, pause(DATABASE_WAIT_MS, undefined, { ref: false })])
    return { backlog: found ?? undefined, seconds: (performance.now() - began) / 1000 }
  }
}

function countEvents({ tally }: Pick<Facts, 'tally'>, register: Registry): void {
  for (const [key, help] of [
    ['accepted', 'Events that this server acknowledged.'],
    ['counted', 'New events that this server counted.'],
  ] as const)
    new Counter({
      name: `waymark_events_${key}_total`,
      help,
      registers: [register],
      collect() {
        this.reset()
        this.inc(tally[key])
      },
    })
}

function countSignIns(security: SecurityLog, register: Registry): SecurityLog {
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
