import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Configuration } from 'openid-client'
import type { SignOnProblem } from '#contract/auth.ts'
import type { Config } from '#server/config.ts'
import { inTransaction } from '#server/db/pool.ts'
import { type Runner, rowsOf, run, sql } from '#server/db/sql.ts'
import type { Changes } from '#server/history/changes.ts'
import type { Author } from '#server/http/authorise.ts'
import { cookieValues } from '#server/http/cookies.ts'
import { conflict, Refusal } from '#server/http/refusal.ts'
import type { Store } from '#server/services.ts'
import { isSame, isSecret, newSecret } from './secrets.ts'

type SignOnOutcome =
  | { userId: string; isMultiFactor: boolean }
  /** A user has this email: the account is linked after a sign-in with the password. */
  | { userId: string; issuer: string; subject: string }
  | Failure

export interface Failure {
  problem: SignOnProblem
  why?: unknown
}

type Claims = Readonly<Record<string, unknown>>

const PROVIDER: Author = { id: null, requestId: null, role: null, via: 'sign-on' }
const SCOPE = 'openid email profile'

export type SignOn = NonNullable<ReturnType<typeof createSignOn>>

/** Creates the service for single sign-on with an OpenID Connect provider; undefined if none is configured. */
export function createSignOn(
  { signOn: settings }: Pick<Config, 'signOn'>,
  store: Store,
  changes: Changes,
) {
  if (!settings) return undefined
  const { name, issuer, roles } = settings
  const discovered = createDiscovery(settings)

  /** Sets the role that the provider names. The last admin keeps the role. */
  const setRole = async (userId: string, now: unknown, role: string | undefined) => {
    if (role === undefined || role === now) return
    await changes.update('users', userId, { role }, undefined, PROVIDER).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.error.code === 'conflict')) throw error
    })
  }

  const makeUser = async (claims: Claims, email: string, subject: string, role: string) => {
    // A random password, because this user signs in only through the provider.
    const user = { ...namesIn(claims, email), email, role, password: newSecret() }
    const { id } = await changes.create('users', user, PROVIDER)
    await inTransaction(store.pool, async (tx) => {
      if (!(await linkAccount(tx, id, issuer, subject)))
        throw conflict('That account is already linked with another user.')
    })
    return id
  }

  const outcomeOf = async (claims: Claims): Promise<SignOnOutcome> => {
    const subject = String(claims.sub ?? '')
    const role = roles && roleIn(claims, roles)
    if (roles && role === undefined) return { problem: 'no_role' }
    const isMultiFactor = [claims.amr].flat().includes('mfa')
    const [linked] = await rowsOf<{ id: string }>(
      store.pool,
      sql`select user_id as id from sign_ons where issuer = ${issuer} and subject = ${subject}`,
    )
    if (linked) {
      const user = await store.records('users').get(linked.id)
      if (user?.data.isActive !== true) return { problem: 'inactive' }
      await setRole(user.id, user.data.role, role)
      return { userId: user.id, isMultiFactor }
    }
    const email = typeof claims.email === 'string' ? claims.email : ''
    if (email === '' || claims.email_verified !== true) return { problem: 'unverified' }
    const found = await store.credentials.find(email)
    if (found?.user.data.isActive === true) return { userId: found.user.id, issuer, subject }
    if (found) return { problem: 'inactive' }
    // Without OIDC_ROLES, unknown users get no account.
    if (role === undefined) return { problem: 'no_account' }
    return { userId: await makeUser(claims, email, subject, role), isMultiFactor }
  }

  return {
    name,

    /** Returns the URL to redirect the browser to. The browser keeps `secret` until it returns. */
    async start(redirectUri: string, secret: string): Promise<URL | Failure> {
      const server = await discovered()
      if ('problem' in server) return server
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
      const { state, nonce, verifier } = derivedFrom(secret)
      return buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },

    /** Verifies the query of the callback, and returns the sign-in or why it failed. */
    async finish(redirectUri: string, query: string, secret: string): Promise<SignOnOutcome> {
      const server = await discovered()
      if ('problem' in server) return server
      const url = new URL(redirectUri)
      url.search = query
      let claims: Claims
      try {
        claims = await claimsOf(server, url, secret)
      } catch (why) {
        return { problem: problemOf(why), why }
      }
      return outcomeOf(claims).catch((why: unknown) => {
        if (why instanceof Refusal) return { problem: 'failed', why }
        throw why
      })
    },
  }
}

/** Returns the first and last name that the provider knows. */
function namesIn(claims: Claims, email: string): { firstName: string; lastName: string } {
  const text = (claim: string) => (typeof claims[claim] === 'string' ? claims[claim].trim() : '')
  const [first = '', ...rest] = text('name').split(/\s+/)
  const [local = email] = email.split('@')
  const firstName = text('given_name') || first || local
  const lastName = text('family_name') || rest.join(' ') || '–'
  return { firstName: firstName.slice(0, 80), lastName: lastName.slice(0, 80) }
}

const TIMEOUT_S = 8
/** The tolerated difference between clocks. */
const SKEW_S = 30
const DISCOVERY_MS = 3_600_000

/**
 * Loads openid-client at the first sign-in. Repeats the discovery after an hour or a failure. Returns a failure to the
 * caller.
 */
function createDiscovery({ issuer, clientId, clientSecret }: NonNullable<Config['signOn']>) {
  let found: Promise<Configuration | Failure> | undefined
  let since = 0

  const discover = async (): Promise<Configuration> => {
    const client = await import('openid-client')
    const authentication: Parameters<typeof client.discovery>[3] =
      clientSecret === undefined
        ? client.None()
        : (server, ...rest) => {
            // Basic is the default of the standard.
            const methods = server.token_endpoint_auth_methods_supported
            const isBasic = methods?.includes('client_secret_basic') !== false
            const by = isBasic ? client.ClientSecretBasic : client.ClientSecretPost
            return by(clientSecret)(server, ...rest)
          }
    const url = new URL(issuer)
    const isPlain = url.protocol === 'http:'
    return client.discovery(url, clientId, { [client.clockTolerance]: SKEW_S }, authentication, {
      timeout: TIMEOUT_S,
      execute: [
        client.enableNonRepudiationChecks,
        ...(isPlain ? [client.allowInsecureRequests] : []),
      ],
    })
  }

  return () => {
    if (found && Date.now() - since < DISCOVERY_MS) return found
    since = Date.now()
    found = discover().catch((why: unknown) => {
      found = undefined
      // The message is only 'fetch failed'; the cause says why.
      const { cause } = Object(why) as Error
      return { problem: 'unreachable', why: cause instanceof Error ? cause : why }
    })
    return found
  }
}

/**
 * Exchanges the code for the claims of the user, with PKCE, state and nonce. openid-client checks issuer, audience,
 * times and signature of the identity token.
 */
async function claimsOf(server: Configuration, url: URL, secret: string): Promise<Claims> {
  const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
  const { state, nonce, verifier } = derivedFrom(secret)
  const tokens = await authorizationCodeGrant(server, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no identity token.')
  // Many providers return the email and names only here.
  const more = server.serverMetadata().userinfo_endpoint
    ? await fetchUserInfo(server, tokens.access_token, claims.sub)
    : {}
  return { ...more, ...claims }
}

/** Derives the state, nonce and code verifier from the browser's secret, so nothing else is stored. */
function derivedFrom(secret: string) {
  const derive = (use: string) => createHmac('sha256', secret).update(use).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}

function problemOf(error: unknown): SignOnProblem {
  const { error: answer, code, cause } = Object(error) as Record<string, unknown>
  if (answer === 'access_denied') return 'cancelled'
  const hasNoAnswer = [error, cause].some((one) => one instanceof TypeError)
  return hasNoAnswer || code === 'OAUTH_TIMEOUT' ? 'unreachable' : 'failed'
}

/** Replaces the user's link. Returns false if another user has that account. The caller must then roll back. */
async function linkAccount(
  tx: Runner,
  userId: string,
  issuer: string,
  subject: string,
): Promise<boolean> {
  await run(tx, sql`delete from sign_ons where user_id = ${userId}`)
  const linked = sql`insert into sign_ons (issuer, subject, user_id)
    values (${issuer}, ${subject}, ${userId}) on conflict do nothing`
  return (await run(tx, linked)) > 0
}

/**
 * Links the account of a `link` ticket, in the transaction in which its owner signs in with the password. Returns false
 * if the ticket has expired or belongs to another user.
 */
export async function linkBegun(
  { tickets }: Pick<Store, 'tickets'>,
  tx: Runner,
  userId: string,
  link: unknown,
): Promise<boolean> {
  if (typeof link !== 'string') return true
  const begun = await tickets.take(tx, 'link', link)
  if (begun?.userId !== userId) return false
  const { issuer, subject } = begun.holds
  return linkAccount(tx, userId, String(issuer), String(subject))
}

/**
 * Holds the browser's secret until the provider redirects back. It must be Lax, because the redirect comes from another
 * site.
 */
export const SIGN_ON_COOKIE = { name: 'sign-on', sameSite: 'Lax' } as const

export function secretOf(request: FastifyRequest): string | undefined {
  return cookieValues(request, SIGN_ON_COOKIE.name).find(isSecret)
}

/** Returns the hash that is stored with a ticket, so that the ticket works only in this browser. */
export function browserOf(secret: string): string {
  return createHash('sha256').update(`browser ${secret}`).digest('base64url')
}

/** Checks in constant time that a ticket was made for this browser. */
export function isOfBrowser(request: FastifyRequest, browser: unknown): boolean {
  const secret = secretOf(request)
  return secret !== undefined && isSame(String(browser), browserOf(secret))
}

/** The provider's claim that sets roles. If several roles match, the first wins. */
export interface RoleClaim {
  claim: string
  roles: readonly { value: string; role: string }[]
}

/** Parses `claim: value=role, value=role`. Returns undefined for anything else. */
export function readRoleClaim(text: string): RoleClaim | undefined {
  const [, claim = '', list = ''] = /^(\S+):\s+(.+)$/.exec(text.trim()) ?? []
  const roles = list.split(',').map((one) => {
    const [, value = '', role = ''] = /^(.+)=([^=]+)$/.exec(one.trim()) ?? []
    return { value: value.trim(), role: role.trim() }
  })
  const isComplete = claim !== '' && roles.every(({ value, role }) => value !== '' && role !== '')
  return isComplete ? { claim, roles } : undefined
}

/** Returns the role that the claims give. A claim may be nested, as in `realm_access.roles`. */
export function roleIn(claims: Claims, { claim, roles }: RoleClaim): string | undefined {
  const within = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Claims)[key]
      : undefined
  const found = within(claims, claim) ?? claim.split('.').reduce<unknown>(within, claims)
  const values = [found].flat().map(String)
  return found === undefined ? undefined : roles.find(({ value }) => values.includes(value))?.role
}
