import { networkInterfaces } from 'node:os'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { brand } from '#brand'
import { registry } from '#resources/index.ts'
import { loadDemoOnce, startOfToday } from '#server/demo/load-demo.ts'
import { checkSamples } from '#server/demo/samples.ts'
import { DOCS } from '#server/http/openapi.ts'
import { noteProxies } from '#server/http/proxy-warnings.ts'
import { startBackups } from '#server/ops/backup/backup-schedule.ts'
import { startChecks, startHousekeeping } from '#server/ops/housekeeping.ts'
import { ACTIONS } from '#server/records/actions/index.ts'
import { checkActions } from '#server/records/actions.ts'
import { SECURITY_WORD } from '#server/security-log/security-log.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database.ts'
import type { OpenPort } from './drop-root.ts'
import { ensureAdmin, type FirstAdmin } from './first-admin.ts'
import { loggerOptions } from './logger.ts'
import { builtApiOrigin, clientDirectory } from './paths.ts'
import { openServices, type Services, type Store } from './services.ts'
import { shutDown, waitForConnections } from './shutdown.ts'

/**
 * Starts the server in this process: tables, port, sample data, first admin, background jobs. The port may already be
 * open. If a step fails, closes everything it opened and throws the error of that step.
 */
export async function startServer(
  config: Config,
  print: (line: string) => void,
  openPort?: OpenPort,
) {
  checkActions(registry, ACTIONS)
  checkSamples(registry, startOfToday())
  const { connection, release } = await openDatabase(config, 'serve', print)
  let opened: Services | undefined
  let app: FastifyInstance | undefined
  let start = () => {}
  const ready = new Promise<void>((resolve) => {
    start = resolve
  })
  try {
    let isStarted = false
    const services = await openServices(connection, config, registry, (line, message) => {
      // A start makes the first admin, and prints it for the operator.
      const level = isStarted || message !== SECURITY_WORD ? 'warn' : 'info'
      app?.log[level](line, message)
    })
    opened = services
    const { store, zone, proxyWarnings } = services
    zone.confirm(config.reportingTimeZone)
    // The operator may have fixed what an earlier run reported.
    await noteProxies(store.pool, [])
    for (const warning of schemaWarnings(store)) print(`Warning: ${warning}`)
    const server = await createApp({
      ...services,
      ...{ config, ready, say: print },
      logger: loggerOptions(config.logLevel),
      clientDir: clientDirectory(),
      apiOrigin: builtApiOrigin(),
    })
    app = server
    waitForConnections(server)
    if (openPort) await openPort(server)
    else await server.listen({ host: config.host, port: config.port })
    await loadDemoOnce(connection, config.demo, print)
    // A random password exists only here: nothing may fail before it is printed.
    const admin = await ensureAdmin(services, {
      email: config.adminEmail,
      password: config.adminPassword,
    })
    const port = Number(new URL(server.listeningOrigin).port) || config.port
    greet(port, admin, config, print)
    for (const warning of proxyWarnings.warnings()) {
      server.log.warn(warning)
      print(`Warning: ${warning}`)
    }
    isStarted = true
    start()
    startJobs(services, config, print, server.log)
    return {
      /** Logs an unhandled error. */
      fatal: (error: unknown) => server.log.fatal({ err: error }, 'unhandled error'),
      /** Finishes open work within 10 s, closes everything, and stops an embedded database. */
      async stop() {
        await shutDown(server, services)
        await release()
      },
    }
  } catch (error) {
    start()
    await app?.close()
    await opened?.security.settled()
    await opened?.store.close()
    await release()
    throw error
  }
}

function schemaWarnings({ hasSearchIndex, hasTextOrder, unmadeIndexes }: Store): string[] {
  const warnings = [
    !hasSearchIndex && 'The database has no pg_trgm extension. Searches work, but are slow.',
    !hasTextOrder && 'The database was built without ICU. Lists sort É after Z.',
    unmadeIndexes.length > 0 &&
      `Some stored texts are too long for these indexes, which makes lists slow: ${unmadeIndexes.join(', ')}. Shorten the texts and restart.`,
  ]
  return warnings.filter((words) => words !== false)
}

function startJobs(
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
  { email, isNew, password }: FirstAdmin,
  { host, publicUrl }: Config,
  say: (line: string) => void,
): void {
  const isEverywhere = ['0.0.0.0', '::'].includes(host)
  const at = (name: string) => `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  const base = at(isEverywhere ? 'localhost' : host)
  const addresses = isEverywhere ? Object.values(networkInterfaces()).flat() : []
  const others = addresses.flatMap((one) =>
    one && !one.internal && one.family === 'IPv4' ? at(one.address) : [],
  )
  const known = isNew ? 'the value of ADMIN_PASSWORD' : 'as set before'
  const lines = [
    `${brand.name} is running.`,
    `  Console       ${base}/admin`,
    `  Landing page  ${base}/`,
    `  API           ${base}${DOCS}`,
    ...[...others, ...(publicUrl ? [publicUrl] : [])].map((origin) => `  Also at       ${origin}`),
    '',
    '  Sign in with',
    `  Email         ${email}`,
    `  Password      ${password ?? known}`,
    ...(password ? ['  Save the password now: it is shown only once.'] : []),
    ...(isNew ? [] : [`  Lost it?      npm run admin -- set-password --email ${email}`]),
    '',
  ]
  for (const line of lines) say(line)
}
