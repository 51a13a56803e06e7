import type { Pagination } from './api.ts'

/** The names of events. Readers search for them, so they never change. */
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
  /** About the log: events of a flood that were only counted, and deleted old events. */
  'events_left_out',
  'log_swept',
] as const
export type SecurityEventName = (typeof SECURITY_EVENTS)[number]

/** Events that anyone can cause without limit. Floods are sampled: a few are logged and the rest is counted. */
export const BOUNDED_EVENTS: readonly SecurityEventName[] = [
  'sign_in_failed',
  'sign_in_refused',
  'token_refused',
  'access_refused',
  'password_asked_for',
  'second_factor_failed',
  'confirm_failed',
]

export const SECURITY_PATH = '/security-events'
export const SECURITY_EXPORT_PATH = `${SECURITY_PATH}/export`
/** A CSV table, or JSON with one event a line. */
export const SECURITY_FORMATS = ['csv', 'jsonl'] as const
export type SecurityFormat = (typeof SECURITY_FORMATS)[number]
/** Older events are deleted. */
export const SECURITY_DAYS = 90

export interface SecurityLine {
  id: string
  at: string
  event: SecurityEventName
  /** The account it is about; absent when there is none. */
  account?: SecurityPerson
  /** The author, when it is someone else. */
  by?: Omit<SecurityPerson, 'isLive'>
  /** The client's address; absent for commands, starts and erased users. */
  address?: string
  device?: string
  /** The id of the request, as in the process log. */
  request?: string
  /** The new value: a role, a status, a format. */
  became?: string
  /** The object of the action. */
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

/** Returns the name of an export's file. */
export function securityFileName(day: string, format: SecurityFormat): string {
  return `security-log_${day}.${format}`
}
