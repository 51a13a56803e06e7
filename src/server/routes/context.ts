import type { Resource } from '#model/resource.ts'
import type { Config } from '../config.ts'
import type { Exposure } from '../exposure.ts'
import type { HookTable } from '../hooks/hooks.ts'
import type { Stamps } from '../http/form-stamp.ts'
import type { Insight } from '../insight/insight.ts'
import type { Passwords } from '../passwords.ts'
import type { SecurityLog } from '../security-log.ts'
import type { Store } from '../store/store.ts'

/** What the routes are made of. */
export interface Context {
  config: Config
  store: Store
  registry: readonly Resource[]
  hooks: HookTable
  insight: Insight
  exposure: Exposure
  passwords: Passwords
  security: SecurityLog
  stamps: Stamps
}
