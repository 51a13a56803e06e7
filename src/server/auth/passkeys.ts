import { hash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { brand } from '#brand'
import type { Passkey, PasskeyAnswer } from '#contract/auth.ts'
import { type Runner, rowsOf, run, sql } from '#server/db/sql.ts'
import { conflict } from '#server/http/refusal.ts'
import { isId } from '#server/records/shape.ts'

/** Where a passkey is made and used. */
export interface Site {
  /** The host that browsers bind it to. */
  rpId: string
  /** The origin of the page that asks for it. */
  origin: string
}

/** Uses up what was proved, in the transaction of its purpose. False when it was used meanwhile. */
export type Proof = (tx: Runner) => Promise<boolean>

/** `copied`: the counter did not grow, so a second authenticator holds the key. */
export type PasskeyProved =
  | { is: 'right'; userId: string; proof: Proof }
  | { is: 'wrong' }
  | { is: 'copied'; userId: string }

interface StoredPasskey {
  id: string
  userId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  rpId: string
}

/** Throws 409 where browsers support no passkeys. */
export function requireSite(site: Site | undefined): Site {
  if (site) return site
  throw conflict(
    'Passkeys work where the console is reached by https:// and a name, or at localhost.',
  )
}

const TIMEOUT_MS = 5 * 60_000
/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]
const COLUMNS = sql`id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
  counter::int8 as counter, transports, rp_id as "rpId"`

/**
 * Passkeys (WebAuthn). The library is loaded with the first passkey. Challenges are derived from tickets, which are
 * as random and valid once, so no challenge is stored.
 */
export function createPasskeys(pool: Runner) {
  /** A user's passkeys for a site, as the browser is asked for them. */
  const descriptors = async (userId: string, { rpId }: Site) => {
    const own = await rowsOf<StoredPasskey>(
      pool,
      sql`select ${COLUMNS} from passkeys where user_id = ${userId} and rp_id = ${rpId} order by id`,
    )
    return own.map(({ credentialId, transports }) => ({ id: base64url(credentialId), transports }))
  }

  const find = async (userId: string | undefined, { id }: PasskeyAnswer, { rpId }: Site) => {
    const credentialId = Buffer.from(typeof id === 'string' ? id : '', 'base64url')
    const [found] = await rowsOf<StoredPasskey>(
      pool,
      sql`select ${COLUMNS} from passkeys where credential_id = ${credentialId} and rp_id = ${rpId}`,
    )
    return userId === undefined || found?.userId === userId ? found : undefined
  }

  /** Stores the new counter. False when it did not grow, or the passkey was removed. */
  const use = async (tx: Runner, id: string, counter: number): Promise<boolean> => {
    const used = await run(
      tx,
      sql`update passkeys set counter = ${counter}, last_used_at = clock_timestamp()
        where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`,
    )
    return used > 0
  }

  return {
    /** The options of navigator.credentials.create(). */
    async creationOptions(
      { id, email, name }: { id: string; email: string; name: string },
      site: Site,
      ticket: string,
    ): Promise<Record<string, unknown>> {
      const { generateRegistrationOptions } = await import('@simplewebauthn/server')
      const options = await generateRegistrationOptions({
        rpName: brand.name,
        rpID: site.rpId,
        userID: Buffer.from(id),
        userName: email,
        userDisplayName: name,
        challenge: challengeOf(ticket),
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        excludeCredentials: await descriptors(id, site),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        supportedAlgorithmIDs: ALGORITHMS,
      })
      return { ...options }
    },

    /** Verifies the answer to these options and stores the passkey. */
    async add(
      { userId, name, ticket }: { userId: string; name: string; ticket: string },
      answer: PasskeyAnswer,
      { rpId, origin }: Site,
    ): Promise<'added' | 'wrong' | 'known'> {
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
      type Given = Parameters<typeof verifyRegistrationResponse>[0]
      const verified = await verifyRegistrationResponse({
        response: answer as unknown as Given['response'],
        expectedChallenge: base64url(challengeOf(ticket)),
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => undefined)
      if (!verified?.verified) return 'wrong'
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
      const added = await run(
        pool,
        sql`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, rp_id, name)
          values (${uuidv7()}, ${userId}, ${Buffer.from(id, 'base64url')}, ${Buffer.from(publicKey)},
            ${counter}, ${transports.map(String)}, ${rpId}, ${name})
          on conflict (credential_id) do nothing`,
      )
      return added > 0 ? 'added' : 'known'
    },

    /** The options of navigator.credentials.get(): for a user's passkeys, or for any of this site. */
    async requestOptions(
      userId: string | undefined,
      site: Site,
      ticket: string,
    ): Promise<Record<string, unknown>> {
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
      const options = await generateAuthenticationOptions({
        rpID: site.rpId,
        challenge: challengeOf(ticket),
        timeout: TIMEOUT_MS,
        userVerification: userId === undefined ? 'required' : 'preferred',
        ...(userId !== undefined && { allowCredentials: await descriptors(userId, site) }),
      })
      return { ...options }
    },

    /**
     * Verifies the answer to these options. Without a user the passkey replaces the password too, so its
     * authenticator must have verified its user.
     */
    async prove(
      userId: string | undefined,
      answer: PasskeyAnswer,
      site: Site,
      ticket: string,
    ): Promise<PasskeyProved> {
      const passkey = await find(userId, answer, site)
      if (!passkey) return { is: 'wrong' }
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
      type Given = Parameters<typeof verifyAuthenticationResponse>[0]
      const verified = await verifyAuthenticationResponse({
        response: answer as unknown as Given['response'],
        expectedChallenge: base64url(challengeOf(ticket)),
        expectedOrigin: site.origin,
        expectedRPID: site.rpId,
        requireUserVerification: userId === undefined,
        credential: {
          id: base64url(passkey.credentialId),
          publicKey: Uint8Array.from(passkey.publicKey),
          // The library would not tell a counter that did not grow from a wrong answer.
          counter: 0,
        },
      }).catch(() => undefined)
      if (!verified?.verified || !isHeldBy(answer, passkey)) return { is: 'wrong' }
      const { newCounter: counter } = verified.authenticationInfo
      const isCounting = counter > 0 || passkey.counter > 0
      if (isCounting && counter <= passkey.counter) return { is: 'copied', userId: passkey.userId }
      return { is: 'right', userId: passkey.userId, proof: (tx) => use(tx, passkey.id, counter) }
    },

    /** A user's passkeys, as the account page lists them. */
    list: (userId: string): Promise<Passkey[]> =>
      rowsOf(
        pool,
        sql`select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
          from passkeys where user_id = ${userId} order by created_at, id`,
      ),

    async rename(userId: string, id: string, name: string): Promise<boolean> {
      const renamed = sql`update passkeys set name = ${name} where user_id = ${userId} and id = ${id}`
      return isId(id) && (await run(pool, renamed)) > 0
    },

    async remove(userId: string, id: string): Promise<boolean> {
      const removed = sql`delete from passkeys where user_id = ${userId} and id = ${id}`
      return isId(id) && (await run(pool, removed)) > 0
    },
  }
}

function challengeOf(ticket: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash('sha256', `challenge ${ticket}`, 'buffer'))
}

/** Checks that the user handle in the answer, if any, is the owner's. */
function isHeldBy({ response }: PasskeyAnswer, { userId }: StoredPasskey): boolean {
  const handle: unknown = Object(response).userHandle
  return typeof handle !== 'string' || Buffer.from(handle, 'base64url').toString() === userId
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
