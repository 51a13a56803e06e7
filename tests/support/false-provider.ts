import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the identity token shall be like. `claims` are laid over right ones; undefined leaves one out. */
export interface Lie {
  claims?: Record<string, unknown>
  alg?: 'none'
  /** Signed by a key that is not the provider's. */
  isForged?: boolean
}

/** A provider that answers each code with an identity token of the test's making. */
export async function falseProvider(clientId: string) {
  const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [own, foreign] = [keys(), keys()]
  let lie: Lie = {}
  let nonce = ''
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  const tokenOf = (issuer: string) => {
    const now = Math.floor(Date.now() / 1000)
    const right = {
      ...{ iss: issuer, sub: 'false-1', aud: clientId, iat: now, exp: now + 300, nonce },
      ...{ email: 'fay.false@example.org', email_verified: true, groups: ['staff'] },
    }
    const head = part({ alg: lie.alg ?? 'RS256', kid: 'one' })
    const text = `${head}.${part({ ...right, ...lie.claims })}`
    if (lie.alg === 'none') return `${text}.`
    const { privateKey } = lie.isForged ? foreign : own
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }

  const server = createServer((request, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const answers: Record<string, () => object> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
      }),
      '/keys': () => ({
        keys: [
          { ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' },
        ],
      }),
      '/token': () => ({
        ...{ access_token: 'opens-nothing', token_type: 'Bearer', expires_in: 60 },
        id_token: tokenOf(issuer),
      }),
    }
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer?.() ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets what the next token is like, and the nonce that it answers. */
    tell(asked: string, next: Lie) {
      nonce = asked
      lie = next
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
