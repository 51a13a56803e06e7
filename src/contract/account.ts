import type { Must, Preferences, SessionUser } from './session.ts'

// No zod in here: the console reads it. The bodies' schemas are in account-bodies.ts.

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
/** The page that a one-time link leads to, which carries its token in the fragment: no log ever holds it. */
export const SET_PASSWORD_PAGE = '/admin/set-password'

/** Rules that an answer of 403 names: it takes a fresh confirmation, or something has to be done first. */
export const CONFIRM_RULE = 'confirm'
export const MUST_RULES: readonly Must[] = ['password', 'factor']

/** One of a person's own passkeys. */
export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** GET and PUT /account: one's own, with what it is protected by. */
export interface Account {
  _id: string
  firstName: string
  lastName: string
  email: string
  role: string
  must: Must[]
  preferences: Preferences
  factors: {
    totp: boolean
    passkeys: Passkey[]
    recoveryCodesLeft: number
    /** The role may not be without one. */
    isRequired: boolean
  }
  /** The account elsewhere by which this one is signed in to as well. */
  signOn: { name: string; linkedAt: string } | null
  /** Until when what needs a fresh confirmation may be called by this session. */
  confirmedUntil: string | null
}

/** PUT /account: what is to change. A new email takes the present password. */
export interface AccountChange {
  firstName?: string
  lastName?: string
  email?: string
  password?: string
  /** All of them: what is missing is what the browser says again. */
  preferences?: Preferences
}

/** POST /account/password. All other sessions of the person end. */
export interface PasswordChange {
  current: string
  next: string
}

/** One of a person's own sessions. */
export interface OwnSession {
  id: string
  /** In words, such as 'Firefox on Linux'. */
  device: string
  address: string | null
  createdAt: string
  /** To the minute. */
  lastUsedAt: string
  isCurrent: boolean
}

/** GET /account/sessions, the one last used first. */
export interface OwnSessions {
  sessions: OwnSession[]
}

/** What the browser's WebAuthn answers, as its toJSON() writes it. */
export type PasskeyAnswer = Record<string, unknown>

/** POST /account/confirm: that it is still the person who signed in. */
export type Confirmation =
  | { password: string }
  | { code: string }
  | { passkey: PasskeyAnswer; ticket: string }

/** What the browser's WebAuthn is asked with, and the ticket that goes back with its answer. */
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

/** POST /account/totp: what an authenticator app is given; nothing counts before a code of it is sent back. */
export interface TotpSecret {
  secret: string
  uri: string
}

/** PUT /account/totp and POST /account/recovery-codes: shown once. */
export interface RecoveryCodes {
  recoveryCodes: string[]
}

/** POST /users/{id}/link, an hour long. */
export interface OneTimeLink {
  url: string
  expiresAt: string
  /** Whether it goes to the person's email as well. */
  mailed: boolean
}

/** GET /auth/methods: what the sign-in page may offer. */
export interface AuthMethods {
  /** A forgotten password can be set anew by mail. */
  forgotten: boolean
  passkeys: boolean
  /** Signing in by another account, by its name. */
  signOn: { name: string } | null
}

export type FactorKind = 'passkey' | 'totp' | 'recovery'

/** Somebody is in. */
export interface SignedIn {
  token: string
  user: SessionUser
}

/** POST /auth/login, when the password alone does not do: the ticket goes on to POST /auth/factor. */
export interface SecondStep {
  ticket: string
  factors: FactorKind[]
}
