import type { Pagination } from './changes.ts'

export const SIGN_IN_EVENTS_PATH = '/sign-in-events'
/** They are deleted when they are older. */
export const SIGN_IN_EVENT_DAYS = 90

/** What is kept of what happens around signing in, by the words of the security log. */
export const SIGN_IN_EVENTS = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'sessions_ended',
  'password_changed',
  'admin_made',
  'role_changed',
] as const
export type SignInEventName = (typeof SIGN_IN_EVENTS)[number]

/** One of them, about a user that there is or was. */
export interface SignInEvent {
  id: string
  at: string
  event: SignInEventName
  user: { id: string; name: string; isLive: boolean }
  /** Who did it, where that is another. */
  by?: { id: string; name: string }
  /** Where it came from; absent for commands. */
  address?: string
  /** The role since then. */
  became?: string
}

/** GET /sign-in-events */
export interface SignInEventPage {
  events: SignInEvent[]
  pagination: Pagination
}
