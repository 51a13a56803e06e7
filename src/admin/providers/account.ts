import { chooseZone } from '#admin/format/region.ts'
import { currentSession, renew } from '#admin/http/session.ts'
import { chooseTheme } from '#admin/ui/theme/mode.ts'
import type { AccountChange, NewPasskey, PasswordChange } from '#contract/auth.ts'
import {
  ACCOUNT_CONFIRM_PATH,
  ACCOUNT_PASSWORD_PATH,
  ACCOUNT_PATH,
  ACCOUNT_SESSIONS_PATH,
  type Account,
  type Confirmation,
  type OwnSession,
  type OwnSessions,
  PASSKEYS_PATH,
  type PasskeyAsking,
  type Preferences,
  RECOVERY_CODES_PATH,
  type RecoveryCodes,
  TOTP_PATH,
  type TotpSecret,
} from '#contract/auth.ts'
import { send, write } from './http-client.ts'

/** Query key of the account. */
export const ACCOUNT_KEY = ['account']
export const SESSIONS_KEY = ['account', 'sessions']

/** Reads the user's own account. Like all functions here it throws HttpError. */
export async function readAccount(signal?: AbortSignal): Promise<Account> {
  return (await send({ method: 'GET', path: ACCOUNT_PATH, ...(signal && { signal }) })) as Account
}

/** Applies the theme and the time zone of the account. */
export function applyPreferences({ theme = 'system', timeZone }: Preferences = {}): void {
  chooseZone(timeZone)
  chooseTheme(theme)
}

/** Changes the user's own account, and updates the session. */
export async function changeAccount(change: AccountChange): Promise<Account> {
  const account = await writeTo<Account>('PUT', ACCOUNT_PATH, change)
  const session = currentSession()
  if (session.status !== 'in') return account
  const { firstName, lastName, email, preferences } = account
  renew({ ...session.user, firstName, lastName, email, preferences })
  if (change.preferences) applyPreferences(preferences)
  return account
}

export const changePassword = (body: PasswordChange) =>
  writeTo<unknown>('POST', ACCOUNT_PASSWORD_PATH, body)

export async function readSessions(signal: AbortSignal): Promise<OwnSession[]> {
  const body = await send({ method: 'GET', path: ACCOUNT_SESSIONS_PATH, signal })
  return (body as OwnSessions).sessions
}

export const endSession = (id: string) =>
  writeTo<unknown>('DELETE', `${ACCOUNT_SESSIONS_PATH}/${encodeURIComponent(id)}`)

export const endOtherSessions = () => writeTo<unknown>('DELETE', ACCOUNT_SESSIONS_PATH)

export const confirmAccount = (proof: Confirmation) =>
  writeTo<unknown>('POST', ACCOUNT_CONFIRM_PATH, proof)

/** Fetches the options for a new passkey. */
export const askForPasskey = () => writeTo<PasskeyAsking>('POST', `${PASSKEYS_PATH}/options`)

/** Fetches the options for a sign-in with a registered passkey. */
export const askForProof = () => writeTo<PasskeyAsking>('POST', '/auth/passkey/options', {})

export const addPasskey = (passkey: NewPasskey) => writeTo<Account>('POST', PASSKEYS_PATH, passkey)

export const renamePasskey = (id: string, name: string) =>
  writeTo<unknown>('PUT', `${PASSKEYS_PATH}/${encodeURIComponent(id)}`, { name })

export const removePasskey = (id: string) =>
  writeTo<unknown>('DELETE', `${PASSKEYS_PATH}/${encodeURIComponent(id)}`)

/** Starts the setup. Nothing is active before a code of the secret is confirmed. */
export const beginTotp = () => writeTo<TotpSecret>('POST', TOTP_PATH)

export const finishTotp = (code: string) => writeTo<RecoveryCodes>('PUT', TOTP_PATH, { code })

export const removeTotp = () => writeTo<unknown>('DELETE', TOTP_PATH)

/** Replaces the previous codes. */
export const makeRecoveryCodes = () => writeTo<RecoveryCodes>('POST', RECOVERY_CODES_PATH)

async function writeTo<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<T> {
  return (await write({ method, path, body })).body as T
}
