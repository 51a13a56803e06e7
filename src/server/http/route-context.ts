import type { Resource } from '#model/resource.ts'
import type { Insight } from '#server/analytics/insight.ts'
import type { Accounts } from '#server/auth/accounts.ts'
import type { Factors } from '#server/auth/factors.ts'
import type { Passwords } from '#server/auth/passwords.ts'
import type { Tokens } from '#server/auth/service-tokens.ts'
import type { SignOn } from '#server/auth/sign-on.ts'
import type { Config } from '#server/config.ts'
import type { Changes } from '#server/history/changes.ts'
import type { Erasing } from '#server/history/erase.ts'
import type { ImportStage } from '#server/imports/stage.ts'
import type { Stamps } from '#server/public-forms/form-routes.ts'
import type { Mailing } from '#server/public-forms/mailing.ts'
import type { Waitlist } from '#server/public-forms/waitlist.ts'
import type { AccessRules } from '#server/records/access.ts'
import type { Actions } from '#server/records/actions.ts'
import type { HookTable } from '#server/records/hooks/hooks.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/store.ts'
import type { Exposure } from './exposure.ts'

/** What the routes are made of. */
export interface Context {
  config: Config
  store: Store
  stage: ImportStage
  registry: readonly Resource[]
  access: AccessRules
  changes: Changes
  actions: Actions
  erasing: Erasing
  tokens: Tokens
  hooks: HookTable
  insight: Insight
  exposure: Exposure
  passwords: Passwords
  accounts: Accounts
  factors: Factors
  signOn: SignOn | undefined
  mailing: Mailing
  waitlist: Waitlist
  security: SecurityLog
  stamps: Stamps
}
