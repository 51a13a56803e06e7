import type { Resource } from '#model/resource.ts'
import { withOpenRoles } from '#resources/open-roles.ts'
import { createInsight } from '#server/analytics/insight.ts'
import { createFactors } from '#server/auth/factors.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import { createEncryption } from '#server/auth/secrets.ts'
import { createTokens } from '#server/auth/service-tokens.ts'
import { createSignOn } from '#server/auth/sign-on.ts'
import type { Connection } from '#server/db/pool.ts'
import { openZone } from '#server/events/zone.ts'
import { createChanges } from '#server/history/changes.ts'
import { createErasing } from '#server/history/erase.ts'
import { createProxyWarnings, noteProxies } from '#server/http/proxy-warnings.ts'
import { createStage } from '#server/imports/stage.ts'
import { createBackground } from '#server/ops/jobs.ts'
import { createStamps } from '#server/public-forms/form-body.ts'
import { createMailing } from '#server/public-forms/mailing.ts'
import { createEntryLinks, createWaitlist } from '#server/public-forms/waitlist.ts'
import { createAccess } from '#server/records/access.ts'
import { ACTIONS } from '#server/records/actions/index.ts'
import { createActions } from '#server/records/actions.ts'
import { createHooks } from '#server/records/hooks/index.ts'
import { createSecurityLog } from '#server/security-log/security-log.ts'
import { openStore } from '#server/store.ts'
import type { Config } from './config.ts'
import { diskWarnings } from './database.ts'
import { type Log, throttled } from './logger.ts'

/** Everything that the server and the commands work with. */
export type Services = Awaited<ReturnType<typeof openServices>>

/** Opens the database's tables and makes the services. `log` takes warnings. The caller closes the store. */
export async function openServices(
  connection: Connection,
  config: Config,
  declared: readonly Resource[],
  log: Log = () => undefined,
) {
  const registry = withOpenRoles(declared, config.consoleRoles)
  const access = createAccess(registry, config.consoleRoles)
  const passwords = await createPasswords()
  const logLost = throttled(log)
  const store = await openStore(connection, registry, config, ({ message }) =>
    logLost({ reason: message }, 'a database connection was lost'),
  )
  const encryption = createEncryption(await store.secret('imports'), config.secretKey)
  const security = createSecurityLog(log, store.securityEvents)
  const hooks = createHooks(passwords, security, config.mail !== undefined)
  let noted = Promise.resolve()
  const proxyWarnings = createProxyWarnings(config, (warnings) => {
    // In order, so that the last warnings remain.
    noted = noted
      .then(() => noteProxies(store.pool, warnings))
      .catch(({ message }: Error) => log({ reason: message }, 'a proxy could not be noted'))
  })
  const zone = await openZone(store.pool, config.timeZone)
  const links = createEntryLinks(await store.secret('waitlist'))
  const mailing = createMailing(store, security, links, config, log)
  const insight = createInsight({
    store,
    registry,
    zone: zone.current,
    warnings: () => [...proxyWarnings.warnings(), ...diskWarnings(config), ...mailing.warnings()],
    backupEveryMs: config.backup?.everyMs,
    tell: log,
  })
  const changes = createChanges(store, registry, hooks, access, config)
  const erasing = createErasing(store, registry, changes, security)
  return {
    /** The declared resources with the roles that are open. */
    registry,
    access,
    store,
    stage: createStage(store.pool, encryption),
    passwords,
    factors: createFactors(
      store,
      createEncryption(await store.secret('factors'), config.secretKey),
    ),
    /** Undefined without a configured provider. */
    signOn: createSignOn(config, store, changes),
    mailing,
    waitlist: createWaitlist(store, changes, erasing, mailing, links),
    security,
    hooks,
    insight,
    zone,
    proxyWarnings,
    /** Runs nothing until a job is scheduled. */
    background: createBackground(log),
    stamps: createStamps(await store.secret('form-stamps')),
    changes,
    actions: createActions(store, changes, hooks, ACTIONS, access),
    erasing,
    tokens: createTokens(store, registry, security),
  }
}
