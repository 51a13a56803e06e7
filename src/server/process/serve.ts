import { networkInterfaces } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { brand } from '#brand'
import { registry } from '#resources/index.ts'
import { ACTIONS } from '#server/actions/index.ts'
import type { Config } from '#server/base/config.ts'
import { checkActions } from '#server/domain/actions.ts'
import { createApp } from '#server/http/app.ts'
import { DOCS } from '#server/http/routes/documents.ts'
import { startBackups } from './backups.ts'
import { type Database, openDatabase } from './database.ts'
import { checkSamples } from './demo/declared.ts'
import { loadDemoOnce, startOfToday, WRITTEN } from './demo/load.ts'
import { ensureAdmin, type FirstAdmin } from './first-admin.ts'
import { startHousekeeping } from './housekeeping.ts'
import { loggerOptions } from './log.ts'
import type { EarlyPort } from './own-account.ts'
import { builtApiOrigin, clientDirectory } from './paths.ts'
import { startWatchingReplica } from './replica.ts'
import { seal, startSealing } from './sealing.ts'
import { openServices, type Services } from './services.ts'
import { startLooking } from './stored-data.ts'

export interface Running {
  readonly log: FastifyBaseLogger
  /** Finishes what is under way, then closes everything that was opened; all within 10 s, whatever the database does. */
  stop(): Promise<void>
}

/** What an end may take: requests and rounds of the background beside each other, then the last counts, then the pools. */
const HOUR_MS = 3_600_000
const DRAIN_MS = 7000
const LAST_MS = 1000
/** So long a server that stops answers on its connections, each with the word that it was the last. */
const LINGER_MS = 1000

/**
 * Starts everything in order, on a port that may be open already: database, tables, port, sample data, first admin. Closes what it had
 * opened when a later step fails, and throws that step's error.
 */
export async function serve(
  config: Config,
  say: (line: string) => void,
  early?: EarlyPort,
): Promise<Running> {
  checkActions(registry, ACTIONS)
  checkSamples(registry, startOfToday(), WRITTEN)
  const database = await openDatabase(config, 'serve', say)
  try {
    const { app, services } = await startOn(database, config, say, early)
    return {
      log: app.log,
      async stop() {
        await Promise.all([drain(app), services.background.stop(DRAIN_MS)])
        await atMost(LAST_MS, services.insight.requests.flush())
        await atMost(LAST_MS, sealLast(services, app.log))
        await atMost(LAST_MS, services.store.close())
        await database.release()
      },
    }
  } catch (error) {
    await database.release()
    throw error
  }
}

async function startOn(
  database: Database,
  config: Config,
  say: (line: string) => void,
  early: EarlyPort | undefined,
) {
  let log: FastifyBaseLogger | undefined
  let app: FastifyInstance | undefined
  const start = deferred()
  const services = await openServices(database.connection, config, registry, {
    onError: (error) => log?.warn({ err: error }, 'a database connection was lost'),
    onSecurity: (line, word) => log?.warn(line, word),
    onBackground: (line, word) => log?.warn(line, word),
    replica: database.replica,
    room: database.room,
  })
  try {
    const { store, insight, zone } = services
    zone.confirm(config.timeZone)
    if (!store.hasSearchIndex)
      say('The database has no pg_trgm extension: searches work, but read whole tables.')
    const running = await createApp({
      ...services,
      config,
      logger: loggerOptions(config.logLevel),
      clientDir: clientDirectory(),
      apiOrigin: builtApiOrigin(),
      say,
      ready: start.ended,
      ...(database.room && { room: database.room }),
    })
    app = running
    running.addHook('preClose', () => linger(running))
    log = app.log
    await store.noteProxy(undefined).catch(() => undefined)
    if (early) await early.giveTo(app)
    else await app.listen({ host: config.host, port: config.port })
    await loadDemoOnce(database.connection, config.demo, insight.zone(), say)
    await insight.facts.prepare(say)
    // A random password exists nowhere but here: nothing may fail between making and saying it.
    greet(app, await ensureAdmin(services, config.admin), config, say)
    for (const warning of services.exposure.warnings()) {
      app.log.warn(warning)
      say(`Warning: ${warning}`)
    }
    start.end()
    bringUp(services, say)
    startLooking(services, registry, say, app.log)
    startHousekeeping(services, config)
    startBackups(services, config)
    startSealing(services, (line, word) => running.log.warn(line, word))
    insight.requests.start(services.background)
    insight.facts.start(services.background)
    zone.follow(services.background)
    startWatchingReplica(services)
    return { app: running, services }
  } catch (error) {
    start.end()
    await app?.close()
    await services.store.close()
    throw error
  }
}

/** What stopping itself has brought about stands below a seal, too. */
async function sealLast({ store, security }: Services, log: FastifyBaseLogger): Promise<void> {
  security.close()
  await store.securityEvents.settled()
  await seal(store, (line, word) => log.warn(line, word))
}

/** Changes tables with many rows while the server works; whatever is interrupted goes on later. */
function bringUp({ store, background }: Services, say: (line: string) => void): void {
  const rhythm = { everyMs: HOUR_MS, deadlineMs: 12 * HOUR_MS, afterFailureMs: 60_000 }
  const again = background.inBackground(
    'bringing tables up to their declarations',
    rhythm,
    (signal) => store.bringUp(say, signal),
  )
  // Whoever has mended what stood against a unique rule does not wait for an hour.
  const minutely = { everyMs: 60_000, deadlineMs: 60_000 }
  background.inBackground('unique rules that records stand against', minutely, async () => {
    if (await store.canKeepMore()) again()
  })
}

/** A promise and what keeps it. */
function deferred(): { ended: Promise<void>; end(): void } {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end: () => end() }
}

/** Waits for it, well or ill, but no longer than that. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => undefined), patience])
  clearTimeout(timer)
}

/**
 * From here on each answer says `Connection: close`. Connections that were closed at once would cut whoever has just
 * sent a request on one of them.
 */
async function linger({ server }: FastifyInstance): Promise<void> {
  const open = await new Promise<number>((resolve) => {
    server.getConnections((_error, count) => resolve(count))
  })
  if (open > 0) await pause(LINGER_MS)
}

/** Stops listening and lets requests finish; whoever takes longer is cut off. */
async function drain(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  // Behind a cut request a statement may still wait for its own end.
  await atMost(DRAIN_MS + LAST_MS / 2, app.close())
  clearTimeout(timer)
}

function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Where other machines reach this one, when it listens everywhere. */
function addressesOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address),
  )
}

/** Where everything is and how to sign in, for whoever started the server. */
function greet(
  app: FastifyInstance,
  admin: FirstAdmin,
  config: Config,
  say: (line: string) => void,
): void {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const isEverywhere = ['0.0.0.0', '::'].includes(config.host)
  const base = originOf(isEverywhere ? 'localhost' : config.host, port)
  const others = isEverywhere ? addressesOfThisMachine().map((host) => originOf(host, port)) : []
  const password = admin.isNew
    ? (admin.password ?? 'the one given as ADMIN_PASSWORD')
    : 'as you set it (npm run admin -- set-password makes a new one)'
  const lines = [
    '',
    `${brand.name} is running.`,
    `  Console       ${base}/admin`,
    `  Landing page  ${base}/`,
    `  API           ${base}${DOCS}`,
    ...[...others, ...(config.publicUrl ? [config.publicUrl] : [])].map(
      (origin) => `  Also at       ${origin}`,
    ),
    '',
    '  Sign in with',
    `  Email         ${admin.email}`,
    `  Password      ${password}`,
    ...(admin.password ? ['  It is shown only this once.'] : []),
    '',
  ]
  for (const line of lines) say(line)
}
