import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { registry } from '#resources/index.ts'
import { checkSamples } from '#server/demo/declared.ts'
import { loadDemoOnce, startOfToday } from '#server/demo/load-demo.ts'
import { noteProxies } from '#server/http/proxy-warnings.ts'
import { startBackups } from '#server/ops/backup/backup-schedule.ts'
import { startHousekeeping } from '#server/ops/housekeeping.ts'
import { ACTIONS } from '#server/records/actions/index.ts'
import { checkActions } from '#server/records/actions.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './database.ts'
import type { OpenPort } from './drop-root.ts'
import { ensureAdmin } from './first-admin.ts'
import { greet } from './greeting.ts'
import { loggerOptions } from './logger.ts'
import { builtApiOrigin, clientDirectory } from './paths.ts'
import { openServices, type Services } from './services.ts'
import { portOf, shutDown, waitForConnections } from './shutdown.ts'
import { startLooking } from './stored-data.ts'

export interface RunningServer {
  /** Logs an error that nobody handled. */
  fatal(error: unknown): void
  /** Finishes what is under way within 10 s, closes everything, and stops an embedded database. */
  stop(): Promise<void>
}

/**
 * Starts the server in this process, on a port that may be open already. Closes what it had opened when a step
 * fails, and throws that step's error.
 */
export async function startServer(
  config: Config,
  print: (line: string) => void,
  openPort?: OpenPort,
): Promise<RunningServer> {
  checkActions(registry, ACTIONS)
  checkSamples(registry, startOfToday())
  const database = await openDatabase(config, 'serve', print)
  try {
    const { app, services } = await serveFrom(database, config, print, openPort)
    return {
      fatal: (error) => app.log.fatal({ err: error }, 'unhandled error'),
      async stop() {
        await shutDown(app, services)
        await database.release()
      },
    }
  } catch (error) {
    await database.release()
    throw error
  }
}

/** Starts, in order: tables, port, sample data, first admin, background jobs. */
async function serveFrom(
  database: Database,
  config: Config,
  print: (line: string) => void,
  openPort: OpenPort | undefined,
): Promise<{ app: FastifyInstance; services: Services }> {
  let log: FastifyBaseLogger | undefined
  let app: FastifyInstance | undefined
  const warn = (line: object, message: string) => log?.warn(line, message)
  const services = await openServices(database.connection, config, registry, warn)
  const started = deferred()
  try {
    const { store, insight, zone } = services
    zone.confirm(config.timeZone)
    // What an earlier run has seen may be mended.
    await noteProxies(store.pool, [])
    if (!store.hasSearchIndex)
      print('The database has no pg_trgm extension: searches work, but read whole tables.')
    if (!store.hasTextOrder)
      print('The database was built without ICU: lists sort texts by their code points, É after Z.')
    if (store.unmadeIndexes.length > 0)
      print(
        `Stored texts are too long for these indexes, so that lists read whole tables: ${store.unmadeIndexes.join(', ')}. Shorten the texts and start again.`,
      )
    app = await createApp({
      ...services,
      config,
      logger: loggerOptions(config.logLevel),
      clientDir: clientDirectory(),
      apiOrigin: builtApiOrigin(),
      say: print,
      ready: started.ended,
    })
    waitForConnections(app)
    log = app.log
    if (openPort) await openPort.giveTo(app)
    else await app.listen({ host: config.host, port: config.port })
    await loadDemoOnce(database.connection, config.demo, insight.zone(), print)
    // A random password exists nowhere but here: nothing may fail between making and printing it.
    const admin = await ensureAdmin(services, config.admin)
    greet(portOf(app.server) ?? config.port, admin, config, print)
    for (const warning of services.proxyWarnings.warnings()) {
      app.log.warn(warning)
      print(`Warning: ${warning}`)
    }
    started.end()
    startJobs(services, config, print, app.log)
    return { app, services }
  } catch (error) {
    started.end()
    await app?.close()
    await services.store.close()
    throw error
  }
}

export function startJobs(
  services: Services,
  config: Config,
  print: (line: string) => void,
  log: FastifyBaseLogger,
): void {
  const { insight, background } = services
  startLooking(services, registry, print, log)
  startHousekeeping(services, config)
  startBackups(services, config)
  insight.requests.start(background)
  insight.facts.start(background)
  services.zone.follow(background)
}

function deferred(): { ended: Promise<void>; end(): void } {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end: () => end() }
}
