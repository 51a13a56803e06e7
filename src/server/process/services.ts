import type { Resource } from '#model/resource.ts'
import { withOpenRoles } from '#resources/open-roles.ts'
import { ACTIONS } from '#server/actions/index.ts'
import { type Background, createBackground } from '#server/base/background.ts'
import type { Config } from '#server/base/config.ts'
import { type AccessRules, createAccess } from '#server/domain/access.ts'
import { type Actions, createActions } from '#server/domain/actions.ts'
import { type Changes, createChanges } from '#server/domain/changes.ts'
import { createErasing, type Erasing } from '#server/domain/erasing.ts'
import type { HookTable } from '#server/domain/hooks/hooks.ts'
import { createHooks } from '#server/domain/hooks/index.ts'
import { createPasswords, type Passwords } from '#server/domain/passwords.ts'
import { createSecurityLog, type SecurityLog } from '#server/domain/security-log.ts'
import { createExposure, type Exposure } from '#server/http/exposure.ts'
import { createStamps, type Stamps } from '#server/http/form-stamp.ts'
import { openZone, type ReportingZone } from '#server/insight/facts/zone.ts'
import { createInsight, type Insight } from '#server/insight/insight.ts'
import type { Connection } from '#server/store/pool.ts'
import { tableName } from '#server/store/shape.ts'
import { openStore, type Store } from '#server/store/store.ts'

/** What the server and the commands both work with. */
export interface Services {
  /** What there is, with the roles that are open. */
  registry: readonly Resource[]
  access: AccessRules
  store: Store
  passwords: Passwords
  security: SecurityLog
  hooks: HookTable
  insight: Insight
  zone: ReportingZone
  exposure: Exposure
  /** Nothing is done there until it is begun. */
  background: Background
  /** Of the public forms. */
  stamps: Stamps
  changes: Changes
  actions: Actions
  erasing: Erasing
}

/** Where what happens behind the services is told. */
interface Telling {
  /** Of a database connection that broke. */
  onError?(error: Error): void
  /** Takes the lines of the security log. */
  onSecurity?: Parameters<typeof createSecurityLog>[0]
  /** Of work in the background that fails, and goes on. */
  onBackground?: Parameters<typeof createBackground>[0]
}

/** Opens the store on a database and what stands on it. The caller closes the store. */
export async function openServices(
  connection: Connection,
  config: Config,
  declared: readonly Resource[],
  {
    onError = () => undefined,
    onSecurity = () => undefined,
    onBackground = () => undefined,
  }: Telling = {},
): Promise<Services> {
  const registry = withOpenRoles(declared, config.consoleRoles)
  const access = createAccess(registry, config.consoleRoles)
  const passwords = await createPasswords()
  const store = await openStore({
    connection,
    registry,
    connections: config.databaseConnections,
    session: config.session,
    signIn: config.signIn,
    forms: config.forms,
    onError,
  })
  const security = createSecurityLog(onSecurity, store.signInEvents.add)
  const hooks = createHooks(passwords, security)
  const users = registry.find(({ name }) => name === 'users')
  if (!users) throw new Error("The registry has no resource 'users', which signing in is made on.")
  const exposure = createExposure(config)
  const zone = await openZone(store.pool, tableName(users), config.timeZone)
  const insight = createInsight({
    store,
    registry,
    zone: zone.current,
    warnings: exposure.warnings,
    tell: onBackground,
  })
  const changes = createChanges(store, registry, hooks, access, config)
  return {
    registry,
    access,
    store,
    passwords,
    security,
    hooks,
    insight,
    zone,
    exposure,
    background: createBackground(onBackground),
    stamps: createStamps(await store.secret('form-stamps')),
    changes,
    actions: createActions(store, changes, hooks, ACTIONS, access),
    erasing: createErasing(store, registry, changes, access, security),
  }
}
