import type { Resource } from '#model/resource.ts'
import type { Config } from '#server/base/config.ts'
import type { AccessRules } from '#server/domain/access.ts'
import type { Actions } from '#server/domain/actions.ts'
import type { Changes } from '#server/domain/changes.ts'
import type { Erasing } from '#server/domain/erasing.ts'
import type { HookTable } from '#server/domain/hooks/hooks.ts'
import type { Passwords } from '#server/domain/passwords.ts'
import type { SecurityLog } from '#server/domain/security-log.ts'
import type { Stamps } from '#server/http/form-stamp.ts'
import type { Insight } from '#server/insight/insight.ts'
import type { Store } from '#server/store/store.ts'
import type { Exposure } from '../exposure.ts'

/** What the routes are made of. */
export interface Context {
  config: Config
  store: Store
  registry: readonly Resource[]
  access: AccessRules
  changes: Changes
  actions: Actions
  erasing: Erasing
  hooks: HookTable
  insight: Insight
  exposure: Exposure
  passwords: Passwords
  security: SecurityLog
  stamps: Stamps
}
