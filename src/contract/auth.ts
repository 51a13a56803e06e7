import type { ConsoleAccess } from './access.ts'

// The sign-in page imports this file: keep zod out. The server has the schemas of the bodies.

/** Browser storage keys of the specification, section 9. */
export const TOKEN_KEY = 'admin_token'
export const USER_KEY = 'admin_user'

export const ACCOUNT_PATH = '/account'
export const ACCOUNT_PASSWORD_PATH = '/account/password'
export const ACCOUNT_SESSIONS_PATH = '/account/sessions'
export const ACCOUNT_CONFIRM_PATH = '/account/confirm'
export const PASSKEYS_PATH = '/account/passkeys'
export const TOTP_PATH = '/account/totp'
export const RECOVERY_CODES_PATH = '/account/recovery-codes'
export const AUTH_METHODS_PATH = '/auth/methods'
export const FORGOTTEN_PATH = '/auth/forgotten'
export const SET_PASSWORD_PATH = '/auth/set-password'
/** The page of a one-time link. Its token is in the fragment, so that no log contains it. */
export const SET_PASSWORD_PAGE = '/admin/set-password'
/** GET: redirects to the provider, which redirects to the callback and so to the sign-in page. */
export const SIGN_ON_START_PATH = '/auth/oidc/start'
export const SIGN_ON_CALLBACK_PATH = '/auth/oidc/callback'
/** POST: exchanges the provider's response for a session. */
export const SIGN_ON_SESSION_PATH = '/auth/oidc/session'

export const NOT_ADMIN = 'Unauthorized: Admin access required'
export const LOGIN_FAILED = 'Login failed'

/** The length of a new password, in characters. The server also rejects common ones. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

export const THEMES = ['light', 'dark', 'system'] as const

/**
 * Steps required before any other call: changing a password that someone else set, or adding the second factor that
 * the role requires.
 */
export const MUST_RULES = ['password', 'factor'] as const
export type Must = (typeof MUST_RULES)[number]
/** The rule of a 403 that asks for a fresh confirmation. */
export const CONFIRM_RULE = 'confirm'

/** Error codes after #problem= of the sign-in page. Codes, because a link must not put text on that page. */
export type SignOnProblem =
  | 'unreachable'
  | 'cancelled'
  | 'no_role'
  | 'unverified'
  | 'inactive'
  | 'expired'
  | 'no_account'
  | 'failed'

/** A user's settings for all devices. The browser's apply where absent. */
export interface Preferences {
  theme?: (typeof THEMES)[number] | undefined
  /** Format of numbers and dates, as a BCP 47 tag. */
  language?: string | undefined
  /** IANA name of the time zone. */
  timeZone?: string | undefined
}

/** The signed-in user, as /profile and /auth/login return it. */
export interface SessionUser {
  _id: string
  firstName: string
  lastName: string
  email: string
  role: string
  /** Present when the server admits more roles than admin. */
  access?: ConsoleAccess
  /** The server writes by change sets: writes take an Idempotency-Key and can be undone. */
  changes?: boolean
  /** The server has /account. */
  account?: true
  must?: Must[]
  preferences?: Preferences
  /** The reporting time zone of figures and filters. */
  timeZone?: string
}

export interface SignedIn {
  token: string
  user: SessionUser
}

export type FactorKind = 'passkey' | 'totp' | 'recovery'

/** POST /auth/login when a second factor is required. The ticket goes to POST /auth/factor. */
export interface SecondStep {
  ticket: string
  factors: FactorKind[]
}

/** GET /auth/methods: the sign-in methods that the page offers. */
export interface AuthMethods {
  /** The server can email password reset links. */
  forgotten: boolean
  passkeys: boolean
  /** The provider of single sign-on. */
  signOn: { name: string } | null
}

export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** GET and PUT /account */
export interface Account
  extends Pick<SessionUser, '_id' | 'firstName' | 'lastName' | 'email' | 'role'> {
  must: Must[]
  preferences: Preferences
  factors: {
    totp: boolean
    passkeys: Passkey[]
    recoveryCodesLeft: number
    /** The role requires a second factor. */
    isRequired: boolean
  }
  signOn: { name: string; linkedAt: string } | null
  /** Until when this session counts as freshly confirmed. */
  confirmedUntil: string | null
}

/** PUT /account. A new email requires the current password. */
export type AccountChange = Partial<
  Pick<Account, 'firstName' | 'lastName' | 'email' | 'preferences'> & { password: string }
>

/** POST /account/password. Ends all other sessions of the user. */
export interface PasswordChange {
  current: string
  next: string
}

/** GET /account/sessions, the most recently used first. */
export interface OwnSessions {
  sessions: OwnSession[]
}

export interface OwnSession {
  id: string
  /** Label of the device, such as 'Firefox on Linux'. */
  device: string
  address: string | null
  createdAt: string
  /** Precise to the minute. */
  lastUsedAt: string
  isCurrent: boolean
}

/** The browser's WebAuthn response, from its toJSON(). */
export type PasskeyAnswer = Record<string, unknown>

/** POST /account/confirm */
export type Confirmation =
  | { password: string }
  | { code: string }
  | { passkey: PasskeyAnswer; ticket: string }

/** The options of the browser's WebAuthn, and the ticket to return with its response. */
export interface PasskeyAsking {
  ticket: string
  options: Record<string, unknown>
}

/** POST /account/passkeys */
export interface NewPasskey {
  ticket: string
  name: string
  answer: PasskeyAnswer
}

/** POST /account/totp: the secret for an authenticator app. A code from the app activates it. */
export interface TotpSecret {
  secret: string
  uri: string
}

/** PUT /account/totp and POST /account/recovery-codes. The codes are shown once. */
export interface RecoveryCodes {
  recoveryCodes: string[]
}

/** POST /users/{id}/link: a link that is valid for an hour. */
export interface OneTimeLink {
  url: string
  expiresAt: string
  /** The link was also mailed to the user. */
  mailed: boolean
}
