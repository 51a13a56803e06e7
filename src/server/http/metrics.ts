import { createHash, timingSafeEqual } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#server/config.ts'
import type { Backlog, Facts } from '#server/events/facts.ts'
import type { Background } from '#server/ops/jobs.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/store.ts'
import { bearerToken } from './authorise.ts'
import { isForwarded } from './exposure.ts'
import { networkTest } from './networks.ts'
import { forbidden, unauthenticated } from './refusal.ts'
import type { Context } from './route-context.ts'

/** The path that Prometheus asks by default. */
const METRICS_PATH = '/metrics'
/** A reading waits no longer for the database. */
const DATABASE_WAIT_MS = 1000
/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Requests that match no route: pages of the console, and what strangers try. */
const NO_ROUTE = 'none'
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** The events of the security log that are outcomes of a sign-in. */
const SIGN_IN_OUTCOMES: Readonly<Record<string, string>> = {
  signed_in: 'right',
  sign_in_failed: 'wrong',
  second_factor_failed: 'wrong_factor',
  sign_in_refused: 'limited',
}

type Watched = Pick<Context, 'config' | 'store' | 'insight' | 'security'> & {
  background?: Background
}

/**
 * Counts, and serves the metrics to the holders of METRICS_TOKEN and the addresses of METRICS_FROM, which are in
 * `readers`. Returns `watched` with a security log that counts sign-ins.
 */
export function registerMetrics<T extends Watched>(
  app: FastifyInstance,
  watched: T,
  readers: NonNullable<Config['metrics']>,
): T {
  const { config, store, insight, background } = watched
  const check = createCheck(readers, config.trustProxy !== false)
  const register = new Registry()
  collectDefaultMetrics({ register })
  watchRequests(app, register)
  watchPools(store, register)
  if (background) watchJobs(background, register)
  if (config.databaseUrl === undefined) watchDisk(config.dataDir, register)
  watchEvents(insight.facts, register)
  const readDatabase = watchDatabase(insight.facts, register)
  app.get(
    METRICS_PATH,
    { schema: { hide: true }, config: { access: 'public', isProbe: true } },
    async (request, reply) => {
      check(request)
      await readDatabase()
      return reply
        .type(register.contentType)
        .header('cache-control', 'no-store')
        .send(await register.metrics())
    },
  )
  return { ...watched, security: countSignIns(watched.security, register) }
}

/** Counts requests and their times. */
export function watchRequests(app: FastifyInstance, register: Registry): void {
  const byRoute = new Histogram({
    name: 'waymark_http_request_seconds',
    help: 'Time until an answer began, by route and class of status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [],
    registers: [register],
  })
  const byKind = new Histogram({
    name: 'waymark_http_answer_seconds',
    help: 'Time until an answer began, over all routes.',
    labelNames: ['kind'],
    buckets: BUCKETS,
    registers: [register],
  })
  const active = new Gauge({
    name: 'waymark_http_requests_under_way',
    help: 'Requests that are being answered.',
    registers: [register],
  })
  for (const kind of ['read', 'write']) byKind.zero({ kind })
  // Both in one place: an earlier hook may answer before this one, and a client may go away at any time.
  app.addHook('onRequest', (_request, reply, done) => {
    active.inc()
    reply.raw.once('close', () => active.dec())
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const seconds = (request.msUntilAnswer || reply.elapsedTime) / 1000
    const { method, is404, routeOptions } = request
    const labels = {
      method: method === 'HEAD' ? 'GET' : METHODS.has(method) ? method : 'other',
      route: is404 ? NO_ROUTE : (routeOptions.url ?? NO_ROUTE),
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    byRoute.observe(labels, seconds)
    const kind = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'read' : 'write'
    byKind.observe({ kind }, seconds)
    done()
  })
}

function watchPools({ pool, rolling }: Pick<Store, 'pool' | 'rolling'>, register: Registry): void {
  const pools = Object.entries({ requests: pool, rolling })
  const gauge = (name: string, help: string, of: (one: Store['pool']) => Record<string, number>) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool', 'state'],
      registers: [register],
      collect() {
        for (const [poolName, one] of pools)
          for (const [state, value] of Object.entries(of(one)))
            this.set({ pool: poolName, ...(state && { state }) }, value)
      },
    })
  gauge('waymark_pool_connections', 'Connections to the database, by state.', (one) => ({
    in_use: one.totalCount - one.idleCount,
    idle: one.idleCount,
  }))
  gauge('waymark_pool_waiting', 'Requests that wait for a connection.', (one) => ({
    '': one.waitingCount,
  }))
  gauge('waymark_pool_size', 'Connections at most.', (one) => ({ '': one.options.max }))
}

function watchJobs(background: Background, register: Registry): void {
  const labelNames = ['job']
  new Gauge({
    name: 'waymark_job_success_time_seconds',
    help: 'When a background job last succeeded, since 1970.',
    labelNames,
    registers: [register],
    collect() {
      for (const { name, succeededAt } of background.jobs())
        if (succeededAt) this.set({ job: name }, succeededAt.getTime() / 1000)
    },
  })
  new Gauge({
    name: 'waymark_job_failures',
    help: 'Failed rounds of a background job since it last succeeded.',
    labelNames,
    registers: [register],
    collect() {
      for (const { name, failures } of background.jobs()) this.set({ job: name }, failures)
    },
  })
}

function watchDisk(directory: string, register: Registry): void {
  const gauge = (name: string, help: string, of: 'bavail' | 'blocks') =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        try {
          const disk = statfsSync(directory)
          this.set(disk[of] * disk.bsize)
        } catch {
          this.remove()
        }
      },
    })
  gauge('waymark_disk_free_bytes', 'Free space on the disk of DATA_DIR.', 'bavail')
  gauge('waymark_disk_size_bytes', 'Size of the disk of DATA_DIR.', 'blocks')
}

function watchEvents({ tally }: Pick<Facts, 'tally'>, register: Registry): void {
  const counter = (name: string, help: string, of: keyof Facts['tally']) =>
    new Counter({
      name,
      help,
      registers: [register],
      collect() {
        this.reset()
        this.inc(tally[of])
      },
    })
  counter('waymark_events_accepted_total', 'Events that this server acknowledged.', 'accepted')
  counter('waymark_events_counted_total', 'New events that this server counted.', 'counted')
}

/** Returns a function that asks the database. Its gauges but `up` are missing while it does not answer. */
function watchDatabase(facts: Pick<Facts, 'backlog'>, register: Registry): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [register] })
  const up = gauge('waymark_database_up', 'Whether the database answers.')
  const answer = gauge('waymark_database_answer_seconds', 'How long a short query took.')
  const waiting = gauge(
    'waymark_event_batches_waiting',
    'Batches of events that wait to be counted, 10,000 at most.',
  )
  const aside = gauge(
    'waymark_event_batches_aside',
    'Batches of events that could not be counted and were set aside.',
  )
  const age = gauge(
    'waymark_roller_age_seconds',
    'How long the oldest batch of events has been waiting to be counted.',
  )
  let asking: Promise<Backlog | undefined> | undefined
  return async () => {
    const began = performance.now()
    asking ??= facts
      .backlog()
      .catch(() => undefined)
      .finally(() => {
        asking = undefined
      })
    const backlog = await Promise.race([asking, pause(DATABASE_WAIT_MS, undefined, { ref: false })])
    up.set(backlog ? 1 : 0)
    const set = (one: Gauge, value: number | undefined) =>
      value === undefined ? one.remove() : one.set(value)
    set(answer, backlog && (performance.now() - began) / 1000)
    set(waiting, backlog?.waiting)
    set(aside, backlog?.aside)
    set(age, backlog?.seconds)
  }
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

/** Throws 401 and 403. Where both a token and addresses are configured, both are checked. */
function createCheck({ token, from }: NonNullable<Config['metrics']>, knowsProxies: boolean) {
  const isFrom = networkTest(from)
  return (request: FastifyRequest): void => {
    // Behind a proxy that TRUST_PROXY does not name, everybody has the proxy's address.
    const isHidden = !knowsProxies && isForwarded(request)
    if (from.length > 0 && (isHidden || !isFrom(request.ip)))
      throw forbidden({ rule: 'METRICS_FROM', message: 'This address may not read metrics.' })
    if (token !== undefined && !isSame(bearerToken(request) ?? '', token))
      throw unauthenticated('The token of METRICS_TOKEN is needed here.')
  }
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
