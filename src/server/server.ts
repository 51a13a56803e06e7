import { networkInterfaces } from 'node:os'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { brand } from '#brand'
import { registry } from '#resources/index.ts'
import { checkSamples } from '#server/demo/declared.ts'
import { loadDemoOnce, startOfToday } from '#server/demo/load-demo.ts'
import { DOCS } from '#server/http/openapi.ts'
import { noteProxies } from '#server/http/proxy-warnings.ts'
import { startBackups } from '#server/ops/backup/backup-schedule.ts'
import { startChecks, startHousekeeping } from '#server/ops/housekeeping.ts'
import { ACTIONS } from '#server/records/actions/index.ts'
import { checkActions } from '#server/records/actions.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './database.ts'
import type { OpenPort } from './drop-root.ts'
import { ensureAdmin, type FirstAdmin } from './first-admin.ts'
import { loggerOptions } from './logger.ts'
import { builtApiOrigin, clientDirectory } from './paths.ts'
import { openServices, type Services } from './services.ts'
import { portOf, shutDown, waitForConnections } from './shutdown.ts'
import type { Store } from './store.ts'

/**
 * Starts the server in this process, on a port that may be open already. Closes what it has opened when a step fails,
 * and throws that step's error.
 */
export async function startServer(
  config: Config,
  print: (line: string) => void,
  openPort?: OpenPort,
) {
  checkActions(registry, ACTIONS)
  checkSamples(registry, startOfToday())
  const database = await openDatabase(config, 'serve', print)
  try {
    const { app, services } = await serveFrom(database, config, print, openPort)
    return {
      /** Logs an error that nothing handled. */
      fatal: (error: unknown) => app.log.fatal({ err: error }, 'unhandled error'),
      /** Finishes open work within 10 s, closes everything, and stops an embedded database. */
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
) {
  let app: FastifyInstance | undefined
  const services = await openServices(database.connection, config, registry, (line, message) =>
    app?.log.warn(line, message),
  )
  let start: () => void = () => undefined
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  try {
    const { store, insight, zone, proxyWarnings } = services
    zone.confirm(config.timeZone)
    // The operator may have corrected what an earlier run has noted.
    await noteProxies(store.pool, [])
    for (const warning of schemaWarnings(store)) print(warning)
    app = await createApp({
      ...services,
      config,
      logger: loggerOptions(config.logLevel),
      clientDir: clientDirectory(),
      apiOrigin: builtApiOrigin(),
      say: print,
      ready: started,
    })
    waitForConnections(app)
    if (openPort) await openPort.giveTo(app)
    else await app.listen({ host: config.host, port: config.port })
    await loadDemoOnce(database.connection, config.demo, insight.zone(), print)
    // A random password exists only here: nothing may fail between making and printing it.
    const admin = await ensureAdmin(services, config.admin)
    greet(portOf(app.server) ?? config.port, admin, config, print)
    for (const warning of proxyWarnings.warnings()) {
      app.log.warn(warning)
      print(`Warning: ${warning}`)
    }
    start()
    startJobs(services, config, print, app.log)
    return { app, services }
  } catch (error) {
    start()
    await app?.close()
    await services.store.close()
    throw error
  }
}

function schemaWarnings({ hasSearchIndex, hasTextOrder, unmadeIndexes }: Store): string[] {
  const warnings: [boolean, string][] = [
    [
      !hasSearchIndex,
      'The database has no pg_trgm extension: searches work, but read whole tables.',
    ],
    [
      !hasTextOrder,
      'The database was built without ICU: lists sort texts by their code points, É after Z.',
    ],
    [
      unmadeIndexes.length > 0,
      `Stored texts are too long for these indexes, so that lists read whole tables: ${unmadeIndexes.join(', ')}. Shorten the texts and start again.`,
    ],
  ]
  return warnings.flatMap(([applies, words]) => (applies ? [words] : []))
}

export function startJobs(
  services: Services,
  config: Config,
  print: (line: string) => void,
  log: FastifyBaseLogger,
): void {
  const { insight, background, zone } = services
  startChecks(services, print, log)
  startHousekeeping(services, config)
  startBackups(services, config)
  insight.requests.start(background)
  insight.facts.start(background)
  zone.follow(background)
}

/** Prints the addresses and how to sign in. */
export function greet(
  port: number,
  admin: FirstAdmin,
  config: Config,
  say: (line: string) => void,
): void {
  const isEverywhere = ['0.0.0.0', '::'].includes(config.host)
  const base = originOf(isEverywhere ? 'localhost' : config.host, port)
  const others = isEverywhere ? addressesOfThisMachine().map((host) => originOf(host, port)) : []
  const password = admin.isNew
    ? (admin.password ?? 'the one given as ADMIN_PASSWORD')
    : 'printed at the first start, unless you have set another one'
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
    ...(admin.isNew
      ? []
      : [`  Lost it?      npm run admin -- set-password --email ${admin.email}`]),
    '',
  ]
  for (const line of lines) say(line)
}

function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The addresses at which other machines reach this one, if it listens on all. */
function addressesOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address),
  )
}
