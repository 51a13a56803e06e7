import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { registry } from '#resources/index.ts'
import type { Forgets } from '#server/db/store.ts'
import { checkSamples } from '#server/demo/declared.ts'
import { loadDemoOnce, startOfToday, WRITTEN } from '#server/demo/load-demo.ts'
import type { Together } from '#server/http/metrics/together.ts'
import { startBackups } from '#server/ops/backup-schedule.ts'
import { startHousekeeping } from '#server/ops/housekeeping.ts'
import { startWatchingReplica } from '#server/ops/replica.ts'
import { ACTIONS } from '#server/records/actions/index.ts'
import { checkActions } from '#server/records/actions.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { ensureAdmin } from './first-admin.ts'
import { greet } from './greeting.ts'
import type { Door } from './listener.ts'
import { loggerOptions } from './logger.ts'
import { builtApiOrigin, clientDirectory } from './paths.ts'
import { openServices, type Services } from './services.ts'
import { end, lingerIn } from './shutdown.ts'
import { startLooking } from './stored-data.ts'

/** What a process that serves is given. */
export interface Place {
  database: Pick<Database, 'connection' | 'replica' | 'room'>
  door: Door
  say: (line: string) => void
  /** What follows is said of one among several. */
  isFirst?: boolean
  together?: Together
  forgets?: Forgets
}

/** A process that serves. */
export interface Work {
  /** Tells of an error that nobody handled. */
  fatal(error: unknown): void
  /** Finishes what is under way, then closes everything but the database; all within 10 s, whatever that does. */
  end(): Promise<void>
}

/** Each learns what is stored; one says it. */
const SILENT = { warn: () => undefined }
const HOUR_MS = 3_600_000

/** Throws what is wrong with what is declared, before anything is opened. */
export function checkDeclared(): void {
  checkActions(registry, ACTIONS)
  checkSamples(registry, startOfToday(), WRITTEN)
}

/**
 * Starts to serve, in order: tables, port, sample data, first admin. Closes what it had opened when a later step
 * fails, and throws that step's error.
 */
export async function startWork(place: Place, config: Config): Promise<Work> {
  const { database, door, say, isFirst = true } = place
  let log: FastifyBaseLogger | undefined
  let app: FastifyInstance | undefined
  const start = deferred()
  const services = await openServices(database.connection, config, registry, {
    onError: (error) => log?.warn({ err: error }, 'a database connection was lost'),
    onSecurity: (line, word) => log?.warn(line, word),
    onBackground: (line, word) => log?.warn(line, word),
    replica: database.replica,
    room: database.room,
    forgets: place.forgets,
  })
  try {
    const { store, insight, zone } = services
    zone.confirm(config.timeZone)
    if (!store.hasSearchIndex)
      say('The database has no pg_trgm extension: searches work, but read whole tables.')
    if (!store.hasTextOrder)
      say('The database was built without ICU: lists sort texts by their code points, É after Z.')
    const running = await createApp({
      ...services,
      config,
      logger: loggerOptions(config.logLevel),
      clientDir: clientDirectory(),
      apiOrigin: builtApiOrigin(),
      say,
      ready: start.ended,
      ...(place.together && { together: place.together }),
      ...(database.room && { room: database.room }),
    })
    app = running
    lingerIn(door, running)
    log = app.log
    await store.noteProxy(undefined).catch(() => undefined)
    await door.open(app)
    await loadDemoOnce(database.connection, config.demo, insight.zone(), say)
    await insight.facts.prepare(say)
    // A random password exists nowhere but here: nothing may fail between making and saying it.
    greet(door.port(app), await ensureAdmin(services, config.admin), config, say)
    for (const warning of isFirst ? services.exposure.warnings() : []) {
      app.log.warn(warning)
      say(`Warning: ${warning}`)
    }
    start.end()
    bringUp(services, say)
    startLooking(services, registry, say, isFirst ? app.log : SILENT)
    startHousekeeping(services, config)
    if (isFirst) startBackups(services, config)
    insight.requests.start(services.background)
    insight.facts.start(services.background)
    zone.follow(services.background)
    startWatchingReplica(services)
    return {
      fatal: (error) => running.log.fatal({ err: error }, 'an error that nobody handled'),
      end: () => end(door, services, running),
    }
  } catch (error) {
    start.end()
    await app?.close()
    await services.store.close()
    throw error
  }
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
