import { createHmac } from 'node:crypto'
import type { Configuration } from 'openid-client'
import type { SignOnProblem } from '#contract/auth.ts'
import type { Config } from '#server/config.ts'

type Settings = NonNullable<Config['signOn']>
export type Claims = Readonly<Record<string, unknown>>

/** Somebody is not signed in by the provider, for this reason. */
export class SignOnError extends Error {
  override name = 'SignOnError'
  readonly problem: SignOnProblem

  constructor(problem: SignOnProblem, cause: unknown) {
    super(`Signing in by the provider: ${problem}`, { cause })
    this.problem = problem
  }
}

/** A provider of OpenID Connect. `secret` is what one browser keeps from the start to the end; all else is made of it. */
export interface Provider {
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
export function createProvider({ issuer, clientId, clientSecret }: Settings): Provider {
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
        throw new SignOnError(problemOf(error), error)
      }
    },
  }
}

/** State, nonce and code verifier of one way: nothing of it has to be kept but the secret, and that by the browser. */
function madeOf(secret: string) {
  const of = (use: string) => createHmac('sha256', secret).update(use).digest('base64url')
  return { state: of('state'), nonce: of('nonce'), verifier: of('verifier') }
}

function problemOf(error: unknown): SignOnProblem {
  const { error: said, code, cause } = Object(error) as Record<string, unknown>
  if (said === 'access_denied') return 'cancelled'
  const isAway =
    code === 'OAUTH_TIMEOUT' || error instanceof TypeError || cause instanceof TypeError
  return isAway ? 'unreachable' : 'failed'
}
