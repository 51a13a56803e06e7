import { randomBytes } from 'node:crypto'
import type { SignOnProblem } from '#contract/auth.ts'
import type { Config } from '#server/config.ts'
import type { Store } from '#server/db/store.ts'
import type { Changes } from '#server/history/changes.ts'
import type { Author } from '#server/history/write.ts'
import { Refusal } from '#server/http/refusal.ts'
import { linkSignOn } from './linking.ts'
import { type Claims, createProvider, SignOnError } from './provider.ts'
import { roleIn } from './sign-on-roles.ts'

/** What came of a way to the provider and back. */
export type SignOnOutcome =
  | { is: 'in'; userId: string; isMultiFactor: boolean }
  /** Somebody here has that email: it is linked after a sign-in with the password. */
  | { is: 'known'; userId: string; issuer: string; subject: string }
  | { is: 'refused'; problem: SignOnProblem; why?: unknown }

/** Signing in by an account elsewhere (decision 041). */
export interface SignOn {
  /** As people know it. */
  readonly name: string
  start(redirectUri: string, secret: string): Promise<URL | SignOnProblem>
  finish(redirectUri: string, answer: URLSearchParams, secret: string): Promise<SignOnOutcome>
}

/** What the provider says of somebody, nobody here wrote. */
const PROVIDER: Author = { id: null, requestId: null, role: null, via: 'sign-on' }

/** Undefined where no provider is configured. */
export function createSignOn(config: Config, store: Store, changes: Changes): SignOn | undefined {
  const { signOn: settings } = config
  if (!settings) return undefined
  const provider = createProvider(settings)
  const { issuer, roles } = settings

  /** The role is the provider's to say, where it was told how; the last admin stays one all the same. */
  const setRole = async (userId: string, now: unknown, role: string | undefined) => {
    if (role === undefined || role === now) return
    await changes.update('users', userId, { role }, undefined, PROVIDER).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.error.code === 'conflict')) throw error
    })
  }

  const makeUser = async (claims: Claims, email: string, subject: string, role: string) => {
    // A password that nobody knows: it is the provider's to say who this is.
    const { id } = await changes.create(
      'users',
      { ...namesIn(claims, email), email, role, password: randomBytes(32).toString('base64url') },
      PROVIDER,
    )
    await linkSignOn(store, id, issuer, subject)
    return id
  }

  const outcomeOf = async (claims: Claims): Promise<SignOnOutcome> => {
    const refused = (problem: SignOnProblem) => ({ is: 'refused' as const, problem })
    const subject = String(claims.sub ?? '')
    const role = roles && roleIn(claims, roles)
    if (roles && role === undefined) return refused('no_role')
    const isMultiFactor = [claims.amr].flat().includes('mfa')
    const linked = await store.signOns.userOf(issuer, subject)
    if (linked !== undefined) {
      const user = await store.records('users').get(linked)
      if (user?.data.isActive !== true) return refused('inactive')
      await setRole(linked, user.data.role, role)
      return { is: 'in', userId: linked, isMultiFactor }
    }
    const email = typeof claims.email === 'string' ? claims.email : ''
    if (email === '' || claims.email_verified !== true) return refused('unverified')
    const found = await store.credentials.find(email)
    if (found) {
      if (found.user.data.isActive !== true) return refused('inactive')
      return { is: 'known', userId: found.user.id, issuer, subject }
    }
    // Without a rule for roles nobody said who may be here.
    if (role === undefined) return refused('no_account')
    return { is: 'in', userId: await makeUser(claims, email, subject, role), isMultiFactor }
  }

  return {
    name: settings.name,

    start: (redirectUri, secret) =>
      provider.start(redirectUri, secret).catch((error: unknown) => problemOf(error).problem),

    async finish(redirectUri, answer, secret) {
      try {
        return await outcomeOf(await provider.finish(redirectUri, answer, secret))
      } catch (error) {
        return { is: 'refused', ...problemOf(error) }
      }
    },
  }
}

/** Throws what is no word of the provider's, nor of the rules here. */
function problemOf(error: unknown): { problem: SignOnProblem; why: unknown } {
  if (error instanceof SignOnError) return { problem: error.problem, why: error.cause }
  if (error instanceof Refusal) return { problem: 'failed', why: error }
  throw error
}

/** First and last name, as far as the provider knows them. */
function namesIn(claims: Claims, email: string): { firstName: string; lastName: string } {
  const text = (claim: string) => (typeof claims[claim] === 'string' ? claims[claim].trim() : '')
  const [first = '', ...rest] = text('name').split(/\s+/)
  const [local = email] = email.split('@')
  const firstName = text('given_name') || first || local
  const lastName = text('family_name') || rest.join(' ') || '–'
  return { firstName: firstName.slice(0, 80), lastName: lastName.slice(0, 80) }
}
