import { hash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { brand } from '#brand'
import type { FactorKind, Passkey, PasskeyAnswer, SecondStep, TotpSecret } from '#contract/auth.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import { isId } from '#server/records/shape.ts'
import type { Store } from '#server/services.ts'
import { type Encryption, readableCode } from './secrets.ts'
import type { personIn } from './sign-in.ts'
import type { Site } from './site.ts'

/** The browser's passkey response. `ticket` is the ticket returned with the options. */
interface PasskeyProof {
  passkey: PasskeyAnswer
  ticket: string
  site: Site
}
type FactorAnswer = { code: string } | { recovery: string } | PasskeyProof

interface Proved {
  userId: string
  /** The counter of the passkey did not increase, so a second authenticator holds the key. */
  isCopied?: boolean
  /**
   * Marks the proof as used, in the caller's transaction. Returns false if it was already used or the passkey was
   * copied.
   */
  use(tx: Runner): Promise<boolean>
}

interface Counts {
  totp: boolean
  passkeys: number
  recoveryCodesLeft: number
  /** When an account of the provider was linked. */
  linkedAt: string | null
}
const NONE: Counts = { totp: false, passkeys: 0, recoveryCodesLeft: 0, linkedAt: null }

interface StoredPasskey {
  id: string
  userId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
}

/** A code of an authenticator app (RFC 6238) is valid for 30 seconds, and one step before and after. */
const TOTP_SECONDS = 30
const TOTP_WINDOW = 1
const TOTP_FORM = { algorithm: 'SHA1', digits: 6, period: TOTP_SECONDS } as const
const TOTP_SECRET_BYTES = 20

const RECOVERY_CODES = 10

const PASSKEY_TIMEOUT_MS = 5 * 60_000
/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]
const PASSKEY = sql`select id, user_id as "userId", credential_id as "credentialId",
  public_key as "publicKey", counter::int8 as counter, transports from passkeys`

/**
 * Creates the service for second factors: passkeys (WebAuthn), authenticator apps and recovery codes. The libraries
 * load on first use. Passkey challenges are derived from tickets, which are as random and valid only once, so no
 * challenge is stored.
 */
export function createFactors(
  { pool, tickets, credentials }: Pick<Store, 'pool' | 'tickets' | 'credentials'>,
  encryption: Encryption,
) {
  /** Returns what a user can sign in with besides a password. */
  const countsOf = async (userId: string) => {
    const [found] = await rowsOf<Counts>(
      pool,
      sql`select exists (select from totps where user_id = ${userId} and secret is not null) as totp,
        (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
        (select count(*)::int from recovery_codes where user_id = ${userId}) as "recoveryCodesLeft",
        (select linked_at from sign_ons where user_id = ${userId}) as "linkedAt"`,
    )
    return found ?? NONE
  }

  /** A user's passkeys for a site, in the form of WebAuthn options. */
  const descriptors = async (userId: string, { rpId }: Site) => {
    const own = await rowsOf<StoredPasskey>(
      pool,
      sql`${PASSKEY} where user_id = ${userId} and rp_id = ${rpId} order by id`,
    )
    return own.map(({ credentialId, transports }) => ({ id: base64url(credentialId), transports }))
  }

  /**
   * Verifies the response to the options of passkeyRequest. Without a user the passkey also replaces the password, so
   * its authenticator must have verified the user.
   */
  const provePasskey = async (
    userId: string | undefined,
    { passkey: answer, ticket, site }: PasskeyProof,
  ): Promise<Proved | undefined> => {
    const credentialId = Buffer.from(typeof answer.id === 'string' ? answer.id : '', 'base64url')
    const [passkey] = await rowsOf<StoredPasskey>(
      pool,
      sql`${PASSKEY} where credential_id = ${credentialId} and rp_id = ${site.rpId}`,
    )
    if (!passkey || (userId !== undefined && passkey.userId !== userId)) return undefined
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    type Given = Parameters<typeof verifyAuthenticationResponse>[0]
    const verified = await verifyAuthenticationResponse({
      response: answer as unknown as Given['response'],
      ...expected(ticket, site),
      requireUserVerification: userId === undefined,
      credential: {
        id: base64url(passkey.credentialId),
        publicKey: Uint8Array.from(passkey.publicKey),
        // The library reports a counter that did not increase and a wrong response as the same error.
        counter: 0,
      },
    }).catch(() => undefined)
    if (!verified?.verified || !isHeldBy(answer, passkey)) return undefined
    const { newCounter: counter } = verified.authenticationInfo
    const isCounting = counter > 0 || passkey.counter > 0
    const used = sql`update passkeys set counter = ${counter}, last_used_at = clock_timestamp()
      where id = ${passkey.id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`
    return {
      userId: passkey.userId,
      isCopied: isCounting && counter <= passkey.counter,
      use: async (tx) => (await run(tx, used)) > 0,
    }
  }

  /** Returns the time step of a valid code and the secret, or undefined for a wrong code. `column` holds the secret. */
  const checkCode = async (userId: string, column: 'secret' | 'pending', code: string) => {
    const stored = sql`select ${raw(column)} as encrypted from totps where user_id = ${userId}`
    const [{ encrypted = null } = {}] = await rowsOf<{ encrypted?: Buffer | null }>(pool, stored)
    const text = encrypted && encryption.decrypt(encrypted, userId)
    const token = code.replace(/\s/g, '')
    if (!text || !/^\d{6}$/.test(token)) return undefined
    const { Secret, TOTP } = await import('otpauth')
    const timestamp = Date.now()
    const secret = Secret.fromBase32(text)
    const delta = TOTP.validate({ token, secret, ...TOTP_FORM, timestamp, window: TOTP_WINDOW })
    if (delta === null) return undefined
    return { step: Math.floor(timestamp / 1000 / TOTP_SECONDS) + delta, encrypted }
  }

  /** Verifies a factor response. Returns undefined if it is wrong. */
  const prove = async (userId: string, answer: FactorAnswer): Promise<Proved | undefined> => {
    if ('passkey' in answer) return provePasskey(userId, answer)
    if ('recovery' in answer) {
      const digest = encryption.digest(plainCode(answer.recovery), userId)
      const used = sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${digest}`
      return { userId, use: async (tx) => (await run(tx, used)) > 0 }
    }
    const { step } = (await checkCode(userId, 'secret', answer.code)) ?? {}
    if (step === undefined) return undefined
    // A used code also invalidates the codes before it.
    const used = sql`update totps set last_step = ${step}
      where user_id = ${userId} and secret is not null and (last_step is null or last_step < ${step})`
    return { userId, use: async (tx) => (await run(tx, used)) > 0 }
  }

  const replaceCodes = async (tx: Tx, userId: string) => {
    const codes = Array.from({ length: RECOVERY_CODES }, () => readableCode(3, 4))
    const hashes = codes.map((code) => encryption.digest(plainCode(code), userId))
    await run(tx, sql`delete from recovery_codes where user_id = ${userId}`)
    await run(
      tx,
      sql`insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${hashes}::bytea[])`,
    )
    return codes
  }

  return {
    countsOf,
    prove,
    provePasskey,

    /** Verifies a factor response and marks it as used. Returns undefined if it is wrong. */
    async proveNow(userId: string, answer: FactorAnswer): Promise<true | undefined> {
      const proved = await prove(userId, answer)
      return (proved && (await inTransaction(pool, proved.use))) || undefined
    },

    /** Returns the kinds of second factor that a user has. Recovery codes alone do not count. */
    async kindsOf(userId: string): Promise<FactorKind[]> {
      const has = await countsOf(userId)
      if (!has.totp && has.passkeys === 0) return []
      return [
        ...(has.passkeys > 0 ? (['passkey'] as const) : []),
        ...(has.totp ? (['totp'] as const) : []),
        ...(has.recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
      ]
    },

    /**
     * Starts the second step of a sign-in, unless the password changed since it was checked. `link` is the ticket of a
     * provider's account to link.
     */
    ask: (
      userId: string,
      kinds: FactorKind[],
      { checkedHash, link }: { checkedHash?: string; link?: string | undefined } = {},
    ) =>
      inTransaction(pool, async (tx): Promise<SecondStep | undefined> => {
        if (checkedHash !== undefined && !(await credentials.isStill(tx, userId, checkedHash)))
          return undefined
        const holds = link ? { link } : {}
        const { ticket } = await tickets.make('factor', { userId, holds }, tx)
        return { ticket, factors: kinds }
      }),

    /** Returns the options for navigator.credentials.create(). */
    async passkeyCreation(
      { _id: id, firstName, lastName, email }: ReturnType<typeof personIn>,
      site: Site,
      ticket: string,
    ): Promise<Record<string, unknown>> {
      const { generateRegistrationOptions } = await import('@simplewebauthn/server')
      const options = await generateRegistrationOptions({
        rpName: brand.name,
        rpID: site.rpId,
        userID: Buffer.from(id),
        userName: email,
        userDisplayName: `${firstName} ${lastName}`.trim() || email,
        challenge: challengeOf(ticket),
        timeout: PASSKEY_TIMEOUT_MS,
        attestationType: 'none',
        excludeCredentials: await descriptors(id, site),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        supportedAlgorithmIDs: ALGORITHMS,
      })
      return { ...options }
    },

    /** Verifies the response to these options and stores the passkey. */
    async addPasskey(
      userId: string,
      name: string,
      { passkey: answer, ticket, site }: PasskeyProof,
    ): Promise<'added' | 'wrong' | 'known'> {
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
      type Given = Parameters<typeof verifyRegistrationResponse>[0]
      const verified = await verifyRegistrationResponse({
        response: answer as unknown as Given['response'],
        ...expected(ticket, site),
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => undefined)
      if (!verified?.verified) return 'wrong'
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
      const added = await run(
        pool,
        sql`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, rp_id, name)
          values (${uuidv7()}, ${userId}, ${Buffer.from(id, 'base64url')}, ${Buffer.from(publicKey)},
            ${counter}, ${transports.map(String)}, ${site.rpId}, ${name})
          on conflict (credential_id) do nothing`,
      )
      return added > 0 ? 'added' : 'known'
    },

    /**
     * Returns the options for navigator.credentials.get(): for one user's passkeys, or for any passkey of this site.
     */
    async passkeyRequest(
      userId: string | undefined,
      site: Site,
      ticket: string,
    ): Promise<Record<string, unknown>> {
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
      const options = await generateAuthenticationOptions({
        rpID: site.rpId,
        challenge: challengeOf(ticket),
        timeout: PASSKEY_TIMEOUT_MS,
        userVerification: userId === undefined ? 'required' : 'preferred',
        ...(userId !== undefined && { allowCredentials: await descriptors(userId, site) }),
      })
      return { ...options }
    },

    /** A user's passkeys, as the account page lists them. */
    passkeysOf: (userId: string): Promise<Passkey[]> =>
      rowsOf(
        pool,
        sql`select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
          from passkeys where user_id = ${userId} order by created_at, id`,
      ),

    async renamePasskey(userId: string, id: string, name: string): Promise<boolean> {
      const renamed = sql`update passkeys set name = ${name} where user_id = ${userId} and id = ${id}`
      return isId(id) && (await run(pool, renamed)) > 0
    },

    /** Creates a secret for an authenticator app. The previous secret stays valid until a code confirms the new one. */
    async beginTotp(userId: string, label: string): Promise<TotpSecret> {
      const { Secret, TOTP } = await import('otpauth')
      const secret = new Secret({ size: TOTP_SECRET_BYTES })
      const pending = encryption.encrypt(secret.base32, userId)
      await run(
        pool,
        sql`insert into totps (user_id, pending) values (${userId}, ${pending})
          on conflict (user_id) do update set pending = excluded.pending`,
      )
      const totp = new TOTP({ issuer: brand.name, label, secret, ...TOTP_FORM })
      return { secret: secret.base32, uri: totp.toString() }
    },

    /** Confirms that secret by a code and returns recovery codes, or undefined for a wrong code. */
    async confirmTotp(userId: string, code: string): Promise<string[] | undefined> {
      const right = await checkCode(userId, 'pending', code)
      if (!right) return undefined
      const confirmed = sql`update totps
        set secret = pending, pending = null, last_step = ${right.step}, created_at = now()
        where user_id = ${userId} and pending = ${right.encrypted}`
      return await inTransaction(pool, async (tx) =>
        (await run(tx, confirmed)) > 0 ? await replaceCodes(tx, userId) : undefined,
      )
    },

    /**
     * Removes a passkey or the app, and the recovery codes if no factor is left. Returns whether there was something to
     * remove.
     */
    remove: (userId: string, passkey?: string) =>
      inTransaction(pool, async (tx) => {
        if (passkey !== undefined && !isId(passkey)) return false
        const removed =
          passkey === undefined
            ? sql`delete from totps where user_id = ${userId}`
            : sql`delete from passkeys where user_id = ${userId} and id = ${passkey}`
        const count = await run(tx, removed)
        await run(
          tx,
          sql`delete from recovery_codes where user_id = ${userId}
            and not exists (select from passkeys where user_id = ${userId})
            and not exists (select from totps where user_id = ${userId} and secret is not null)`,
        )
        return count > 0
      }),

    async removeAll(tx: Runner, userId: string): Promise<void> {
      for (const table of ['passkeys', 'totps', 'recovery_codes'])
        await run(tx, sql`delete from ${raw(table)} where user_id = ${userId}`)
    },

    makeRecoveryCodes: (userId: string) => inTransaction(pool, (tx) => replaceCodes(tx, userId)),
  }
}

function expected(ticket: string, { origin, rpId }: Site) {
  const expectedChallenge = base64url(challengeOf(ticket))
  return { expectedChallenge, expectedOrigin: origin, expectedRPID: rpId }
}

function challengeOf(ticket: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash('sha256', `challenge ${ticket}`, 'buffer'))
}

/** Checks that the user handle in the response, if any, is the owner's. */
function isHeldBy({ response }: PasskeyAnswer, { userId }: StoredPasskey): boolean {
  const handle: unknown = Object(response).userHandle
  return typeof handle !== 'string' || Buffer.from(handle, 'base64url').toString() === userId
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

/** Removes the spaces and hyphens of an entered code, and ignores case. */
function plainCode(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '')
}
