import type { Passwords } from '#server/auth/passwords.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import { dashboardHooks } from './dashboards.ts'
import type { HookTable } from './hooks.ts'
import { mentorHooks } from './mentors.ts'
import { listSettingHooks, viewHooks } from './own-lists.ts'
import { createUserHooks } from './users.ts'

/** The server code of the resources that need any. */
export function createHooks(
  passwords: Passwords,
  security: SecurityLog,
  sendsMail: boolean,
): HookTable {
  return {
    users: createUserHooks(passwords, security, sendsMail),
    mentors: mentorHooks,
    dashboards: dashboardHooks,
    views: viewHooks,
    'list-settings': listSettingHooks,
  }
}
