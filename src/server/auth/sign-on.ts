import { createHmac, randomBytes } from 'node:crypto'
import type { Configuration } from 'openid-client'
import type { SignOnProblem } from '#contract/auth.ts'
import type { Config } from '#server/config.ts'
import { inTransaction } from '#server/db/pool.ts'
import { type Runner, rowsOf, run, sql } from '#server/db/sql.ts'
import type { Changes } from '#server/history/changes.ts'
import type { Author } from '#server/history/write.ts'
import { conflict, Refusal } from '#server/http/refusal.ts'
import type { Store } from '#server/store.ts'
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

/** Accounts elsewhere, each linked to one user here. */
export interface SignOns {
  /** Whose it is. */
  userOf(issuer: string, subject: string): Promise<string | undefined>
  of(userId: string): Promise<{ issuer: string; linkedAt: string } | undefined>
  /** In place of the one there was. False when that account is another user's: then the caller's transaction fails. */
  link(tx: Runner, userId: string, issuer: string, subject: string): Promise<boolean>
  remove(tx: Runner, userId: string): Promise<boolean>
}

export function createSignOns(pool: Runner): SignOns {
  return {
    async userOf(issuer, subject) {
      const [found] = await rowsOf<{ userId: string }>(
        pool,
        sql`select user_id as "userId" from sign_ons
          where issuer = ${issuer} and subject = ${subject}`,
      )
      return found?.userId
    },

    async of(userId) {
      const [found] = await rowsOf<{ issuer: string; linkedAt: string }>(
        pool,
        sql`select issuer, linked_at as "linkedAt" from sign_ons where user_id = ${userId}`,
      )
      return found
    },

    async link(tx, userId, issuer, subject) {
      await run(tx, sql`delete from sign_ons where user_id = ${userId}`)
      const linked = await run(
        tx,
        sql`insert into sign_ons (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
          on conflict do nothing`,
      )
      return linked > 0
    },

    async remove(tx, userId) {
      return (await run(tx, sql`delete from sign_ons where user_id = ${userId}`)) > 0
    },
  }
}

type Settings = NonNullable<Config['signOn']>
type Claims = Readonly<Record<string, unknown>>

/** Somebody is not signed in by the provider, for this reason. */
class SignOnError extends Error {
  override name = 'SignOnError'
  readonly problem: SignOnProblem

  constructor(problem: SignOnProblem, cause: unknown) {
    super(`Signing in by the provider: ${problem}`, { cause })
    this.problem = problem
  }
}

/** A provider of OpenID Connect. `secret` is what one browser keeps from the start to the end; all else is made of it. */
interface Provider {
  /** Where the browser is sent. Throws SignOnError. */
  start(redirectUri: string, secret: string): Promise<URL>
  /** Who comes back, by what `answer` holds in its query. Throws SignOnError. */
  finish(redirectUri: string, answer: URLSearchParams, secret: string): Promise<Claims>
}

const TIMEOUT_S = 8
/** Clocks that differ. */
const SKEW_S = 30
/** What was discovered is asked for again after so long. */
const KEPT_MS = 3_600_000
const SCOPE = 'openid email profile'

/**
 * Authorization code with PKCE, state and nonce. Issuer, audience, times and signature of the identity token are
 * checked by openid-client, which is loaded when somebody first signs in so. A discovery that failed is tried again.
 */
function createProvider({ issuer, clientId, clientSecret }: Settings): Provider {
  let known: { at: number; found: Promise<Configuration> } | undefined

  const discover = async (): Promise<Configuration> => {
    const client = await import('openid-client')
    const authentication: Parameters<typeof client.discovery>[3] =
      clientSecret === undefined
        ? client.None()
        : (server, ...rest) => {
            // What is said by nobody is Basic, by the standard.
            const methods = server.token_endpoint_auth_methods_supported
            const isBasic = methods?.includes('client_secret_basic') !== false
            const by = isBasic ? client.ClientSecretBasic : client.ClientSecretPost
            return by(clientSecret)(server, ...rest)
          }
    const url = new URL(issuer)
    return client.discovery(url, clientId, { [client.clockTolerance]: SKEW_S }, authentication, {
      timeout: TIMEOUT_S,
      execute: [
        client.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    })
  }

  const configuration = async (): Promise<Configuration> => {
    if (!known || Date.now() - known.at > KEPT_MS) known = { at: Date.now(), found: discover() }
    const { found } = known
    return await found.catch((error: unknown) => {
      if (known?.found === found) known = undefined
      throw new SignOnError('unreachable', error)
    })
  }

  return {
    async start(redirectUri, secret) {
      const server = await configuration()
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
      const { state, nonce, verifier } = madeOf(secret)
      return buildAuthorizationUrl(server, {
        ...{ redirect_uri: redirectUri, scope: SCOPE, state, nonce },
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },

    async finish(redirectUri, answer, secret) {
      const server = await configuration()
      const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
      const { state, nonce, verifier } = madeOf(secret)
      const url = new URL(redirectUri)
      url.search = answer.toString()
      try {
        const tokens = await authorizationCodeGrant(server, url, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('There is no identity token.')
        // Many say of a person only here what scopes ask for.
        const more = server.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(server, tokens.access_token, claims.sub)
          : {}
        return { ...more, ...claims }
      } catch (error) {
        throw new SignOnError(providerProblem(error), error)
      }
    },
  }
}

/** State, nonce and code verifier of one way: nothing of it has to be kept but the secret, and that by the browser. */
function madeOf(secret: string) {
  const of = (use: string) => createHmac('sha256', secret).update(use).digest('base64url')
  return { state: of('state'), nonce: of('nonce'), verifier: of('verifier') }
}

function providerProblem(error: unknown): SignOnProblem {
  const { error: said, code, cause } = Object(error) as Record<string, unknown>
  if (said === 'access_denied') return 'cancelled'
  const isAway =
    code === 'OAUTH_TIMEOUT' || error instanceof TypeError || cause instanceof TypeError
  return isAway ? 'unreachable' : 'failed'
}

type Tables = Pick<Store, 'signOns' | 'tickets'>

const TAKEN = 'That account is linked with another user already.'

/** Links an account elsewhere with a user who was made for it. Throws a refusal when it is another's by now. */
function linkSignOn(
  { pool, signOns }: Pick<Store, 'pool' | 'signOns'>,
  userId: string,
  issuer: string,
  subject: string,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    if (!(await signOns.link(tx, userId, issuer, subject))) throw conflict(TAKEN)
  })
}

/**
 * Links the account of a way to the provider that led to a known email, in the transaction in which its owner signs
 * in with the password. False when that way has run out, or led to somebody else.
 */
export async function linkBegun(
  { signOns, tickets }: Tables,
  tx: Runner,
  userId: string,
  link: unknown,
): Promise<boolean> {
  if (typeof link !== 'string') return true
  const begun = await tickets.take(tx, 'link', link)
  if (begun?.userId !== userId) return false
  const { issuer, subject } = begun.holds
  return signOns.link(tx, userId, String(issuer), String(subject))
}
