import type { Pagination } from './changes.ts'

/** What touches who may do what. Whoever reads the log searches for these names: they stay. */
export const SECURITY_EVENTS = [
  'signed_in',
  'sign_in_failed',
  'sign_in_refused',
  'signed_out',
  'sessions_ended',
  'token_refused',
  'access_refused',
  'password_changed',
  'email_changed',
  'password_link_made',
  'password_asked_for',
  'factor_added',
  'factor_removed',
  'recovery_code_used',
  'second_factor_failed',
  'sign_on_linked',
  'confirmed',
  'confirm_failed',
  'admin_made',
  'role_changed',
  'status_changed',
  'user_deleted',
  'user_erased',
  'record_erased',
  'service_token_made',
  'service_token_revoked',
  'token_events_taken_back',
  'exported',
  'imported',
  'backup_made',
  'backup_failed',
  'restored',
  'settings_changed',
  /** The log about itself: how many refusals of a flood have no row, and what was deleted because it was old. */
  'events_left_out',
  'log_swept',
] as const
export type SecurityEventName = (typeof SECURITY_EVENTS)[number]

/** Those that anybody can bring about as often as he likes: of a flood a few are noted, the rest is counted. */
export const BOUNDED_EVENTS: readonly SecurityEventName[] = [
  'sign_in_failed',
  'sign_in_refused',
  'token_refused',
  'access_refused',
  'password_asked_for',
  'second_factor_failed',
  'confirm_failed',
]

/** The list, and below it the same as a file. */
export const SECURITY_PATH = '/security-events'
export const SECURITY_EXPORT_PATH = `${SECURITY_PATH}/export`
/** A table, or one event a line as JSON. */
export const SECURITY_FORMATS = ['csv', 'jsonl'] as const
export type SecurityFormat = (typeof SECURITY_FORMATS)[number]
/** What is older is deleted, a day's worth at a time. */
export const SECURITY_DAYS = 90

/** One line of the log. */
export interface SecurityLine {
  id: string
  at: string
  event: SecurityEventName
  /** Whom it is about; absent where nobody was found. */
  account?: SecurityPerson
  /** Who did it, where that is another. */
  by?: Omit<SecurityPerson, 'isLive'>
  /** Where it came from; absent for commands and starts, and of people who were erased. */
  address?: string
  device?: string
  /** The id of the request, as in the other lines of the process log. */
  request?: string
  /** What it is since then: a role, a status, a format. */
  became?: string
  /** What it was done to or with. */
  what?: string
  record?: string
  count?: number
}

export interface SecurityPerson {
  id: string
  name: string
  isLive: boolean
}

/** GET /security-events */
export interface SecurityPage {
  events: SecurityLine[]
  pagination: Pagination
}

/** The name of the file, by the day it is made. */
export function securityFileName(day: string, format: SecurityFormat): string {
  return `security-log_${day}.${format}`
}
