import { API_BASE } from '#contract/api.ts'
import type { SoftAuthenticator } from '../../support/soft-authenticator.ts'
import type { TlsProxy } from './tls-proxy.ts'

/** Gives the token; undefined when it was refused. */
export async function passwordSignIn(
  { call }: TlsProxy,
  email: string,
  password: string,
): Promise<string | undefined> {
  const { body } = await call('POST', `${API_BASE}/auth/login`, { body: { email, password } })
  return Object(body).token
}

/** Gives the status of the last answer. */
export async function addPasskey(
  { call }: TlsProxy,
  token: string,
  key: SoftAuthenticator,
): Promise<number> {
  const path = `${API_BASE}/account/passkeys`
  const asked = await call('POST', `${path}/options`, { token, body: {} })
  if (asked.status !== 200) return asked.status
  const { ticket, options } = Object(asked.body)
  const answer = key.create(options)
  return (await call('POST', path, { token, body: { ticket, name: 'Laptop', answer } })).status
}

/** By the passkey alone. Gives the token; undefined when it was refused. */
export async function passkeySignIn(
  { call }: TlsProxy,
  key: SoftAuthenticator,
): Promise<string | undefined> {
  const asked = await call('POST', `${API_BASE}/auth/passkey/options`, { body: {} })
  const { ticket, options } = Object(asked.body)
  const answer = key.get(options)
  const { body } = await call('POST', `${API_BASE}/auth/passkey`, { body: { ticket, answer } })
  return Object(body).token
}
