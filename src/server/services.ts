import type { Resource } from '#model/resource.ts'
import { withOpenRoles } from '#resources/open-roles.ts'
import { createInsight, type Insight } from '#server/analytics/insight.ts'
import { type Accounts, createAccounts } from '#server/auth/accounts.ts'
import { createFactors, type Factors } from '#server/auth/factors.ts'
import { createPasswords, type Passwords } from '#server/auth/passwords.ts'
import { createProtection, type ProtectionOf } from '#server/auth/protection.ts'
import { createSealing } from '#server/auth/sealing.ts'
import { createSignOn, type SignOn } from '#server/auth/sign-on.ts'
import { createTokens, type Tokens } from '#server/auth/tokens.ts'
import type { Connection } from '#server/db/pool.ts'
import { openZone, type ReportingZone } from '#server/events/zone.ts'
import { type Changes, createChanges } from '#server/history/changes.ts'
import { createErasing, type Erasing } from '#server/history/erase.ts'
import { createExposure, type Exposure, noteProxies } from '#server/http/exposure.ts'
import { createStage, type ImportStage } from '#server/imports/stage.ts'
import { type Background, createBackground } from '#server/ops/jobs.ts'
import { createStamps, type Stamps } from '#server/public-forms/form-routes.ts'
import { createMailing, type Mailing } from '#server/public-forms/mailing.ts'
import { createWaitlist, type Waitlist } from '#server/public-forms/waitlist.ts'
import { createEntryLinks } from '#server/public-forms/waitlist-links.ts'
import { type AccessRules, createAccess } from '#server/records/access.ts'
import { ACTIONS } from '#server/records/actions/index.ts'
import { type Actions, createActions } from '#server/records/actions.ts'
import type { HookTable } from '#server/records/hooks/hooks.ts'
import { createHooks } from '#server/records/hooks/index.ts'
import { createSecurityLog, type SecurityLog } from '#server/security-log/security-log.ts'
import { openStore, type Store } from '#server/store.ts'
import type { Config } from './config.ts'
import { diskWarnings } from './database.ts'

/** What the server and the commands both work with. */
export interface Services {
  /** What there is, with the roles that are open. */
  registry: readonly Resource[]
  access: AccessRules
  store: Store
  /** Files that wait to be imported. */
  stage: ImportStage
  passwords: Passwords
  accounts: Accounts
  protectionOf: ProtectionOf
  factors: Factors
  /** Undefined where no provider is configured. */
  signOn: SignOn | undefined
  mailing: Mailing
  waitlist: Waitlist
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
  tokens: Tokens
}

/** Where what happens behind the services is told. */
interface Telling {
  /** Of a database connection that broke. */
  onError?(error: Error): void
  /** Takes the lines of the security log. */
  onSecurity?: Parameters<typeof createSecurityLog>[0]
  /** Background jobs that fail and recover. */
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
  const sealing = createSealing(await store.secret('imports'), config.secretKey)
  const security = createSecurityLog(onSecurity, store.securityEvents)
  const hooks = createHooks(passwords, security, config.mail !== undefined)
  let noted = Promise.resolve()
  const exposure = createExposure(config, (warnings) => {
    // One after the other: the last one stays.
    noted = noted
      .then(() => noteProxies(store.pool, warnings))
      .catch(({ message }: Error) =>
        onBackground({ reason: message }, 'a proxy could not be noted'),
      )
  })
  const zone = await openZone(store.pool, config.timeZone)
  const links = createEntryLinks(await store.secret('waitlist'))
  const mailing = createMailing(store, security, links, config, onBackground)
  const insight = createInsight({
    store,
    registry,
    zone: zone.current,
    warnings: () => [...exposure.warnings(), ...diskWarnings(config), ...mailing.warnings()],
    backupEveryMs: config.backup?.everyMs,
    tell: onBackground,
  })
  const changes = createChanges(store, registry, hooks, access, config)
  const erasing = createErasing(store, registry, changes, access, security)
  return {
    registry,
    access,
    store,
    stage: createStage(store.pool, sealing),
    passwords,
    accounts: createAccounts(store, passwords, security),
    protectionOf: createProtection(store, config),
    factors: createFactors(store, createSealing(await store.secret('factors'), config.secretKey)),
    signOn: createSignOn(config, store, changes),
    mailing,
    waitlist: createWaitlist(store, changes, erasing, mailing, links),
    security,
    hooks,
    insight,
    zone,
    exposure,
    background: createBackground(onBackground),
    stamps: createStamps(await store.secret('form-stamps')),
    changes,
    actions: createActions(store, changes, hooks, ACTIONS, access),
    erasing,
    tokens: createTokens(store, registry, security),
  }
}
