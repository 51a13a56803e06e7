import type { Passwords } from '../passwords.ts'
import { dashboardHooks } from './dashboards.ts'
import type { HookTable } from './hooks.ts'
import { mentorHooks } from './mentors.ts'
import { createUserHooks } from './users.ts'

/** The server code of the resources that need any. */
export function createHooks(passwords: Passwords): HookTable {
  return { users: createUserHooks(passwords), mentors: mentorHooks, dashboards: dashboardHooks }
}
