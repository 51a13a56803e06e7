import type { ConsoleAccess } from './access.ts'

// No zod in here: the sign-in page reads it and must stay light. The body's schema is in credentials.ts.

/** Browser storage keys of the specification, section 9. */
export const TOKEN_KEY = 'admin_token'
export const USER_KEY = 'admin_user'

/** AUTH-04: said at sign-in and at session restore alike. */
export const NOT_ADMIN = 'Unauthorized: Admin access required'
export const LOGIN_FAILED = 'Login failed'

/** Who is signed in, as /profile and /auth/login tell it. */
export interface SessionUser {
  _id: string
  firstName: string
  lastName: string
  email: string
  role: string
  /** On a server that lets further roles in: what this one may. */
  access?: ConsoleAccess
  /**
   * On a server that writes by changes (changes.ts): a write with an Idempotency-Key is made once, and its answer
   * names the change, which can be taken back.
   */
  changes?: boolean
  /** On a server where people keep their own account (account.ts). */
  account?: true
  /** What has to be done before anything else may be called; absent or empty when nothing has. */
  must?: Must[]
  preferences?: Preferences
  /** The time zone whose days figures and filters count by, on a server that says it. */
  timeZone?: string
}

/** `password`: another one than somebody else gave; `factor`: a second factor, which the role requires. */
export type Must = 'password' | 'factor'

export const THEMES = ['light', 'dark', 'system'] as const

/** What a person chose for every device; absent is what the browser says. */
export interface Preferences {
  theme?: (typeof THEMES)[number]
  /** Of numbers and dates, as a BCP 47 tag. */
  language?: string
  /** By its IANA name. */
  timeZone?: string
}

/** USER-05: the length a new password has, in characters; the server also refuses the commonest. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
