import { hash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { brand } from '#brand'
import type { PasskeyAnswer } from '#contract/auth.ts'
import { type Runner, rowsOf, run, sql } from '#server/db/sql.ts'
import { isId } from '#server/records/shape.ts'
import type { Proof } from './totp.ts'

/** Where a passkey is made and used. */
export interface Site {
  /** The host that browsers bind it to. */
  rpId: string
  /** Where the page that asks stands. */
  origin: string
}

/** Whose passkey is made. */
export interface Holder {
  id: string
  email: string
  name: string
}

type Options = Record<string, unknown>
/** What a new one is kept as; undefined when the answer is none. */
type Made = Pick<KeptPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'rpId'>

/** Why an answer was refused: a counter that did not grow tells of a copy of the authenticator. */
export type Proved =
  | { is: 'right'; passkey: KeptPasskey; proof: Proof }
  | { is: 'wrong' }
  | { is: 'copied'; passkey: KeptPasskey }

/** Passkeys (WebAuthn): what browsers are asked, and whether their answers are right. */
export interface Passkeys {
  toMake(holder: Holder, site: Site, ticket: string): Promise<Options>
  made(answer: PasskeyAnswer, site: Site, ticket: string): Promise<Made | undefined>
  /** One of this person's; of whoever holds one for this site without a person. */
  toAsk(userId: string | undefined, site: Site, ticket: string): Promise<Options>
  /**
   * Without a person it is anybody's, and has to prove who holds it as well: it stands for the password too. The
   * proof is used up with what it is for.
   */
  prove(
    userId: string | undefined,
    answer: PasskeyAnswer,
    site: Site,
    ticket: string,
  ): Promise<Proved>
}

const TIMEOUT_MS = 5 * 60_000
/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

/** The library is loaded when somebody first uses a passkey. */
export function createPasskeys(table: PasskeyTable): Passkeys {
  const find = async (userId: string | undefined, answer: PasskeyAnswer, { rpId }: Site) => {
    const id = Buffer.from(typeof answer.id === 'string' ? answer.id : '', 'base64url')
    const found = id.length > 0 ? await table.find(id) : undefined
    if (!found || found.rpId !== rpId) return undefined
    return userId === undefined || found.userId === userId ? found : undefined
  }

  return {
    async toMake({ id, email, name }, { rpId }, ticket) {
      const { generateRegistrationOptions } = await import('@simplewebauthn/server')
      const known = await table.of(id)
      const options = await generateRegistrationOptions({
        ...{ rpName: brand.name, rpID: rpId, userName: email, userDisplayName: name },
        ...{ userID: Buffer.from(id), challenge: challengeOf(ticket), timeout: TIMEOUT_MS },
        attestationType: 'none',
        excludeCredentials: known.filter((one) => one.rpId === rpId).map(described),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        supportedAlgorithmIDs: ALGORITHMS,
      })
      return { ...options }
    },

    async made(answer, { rpId, origin }, ticket) {
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
      type Given = Parameters<typeof verifyRegistrationResponse>[0]
      const verified = await verifyRegistrationResponse({
        response: answer as unknown as Given['response'],
        expectedChallenge: base64url(challengeOf(ticket)),
        ...{ expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: false },
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => undefined)
      if (!verified?.verified) return undefined
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
      return {
        ...{ credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey) },
        ...{ counter, transports: transports.map(String), rpId },
      }
    },

    async toAsk(userId, { rpId }, ticket) {
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
      const known = userId === undefined ? [] : await table.of(userId)
      const options = await generateAuthenticationOptions({
        ...{ rpID: rpId, challenge: challengeOf(ticket), timeout: TIMEOUT_MS },
        userVerification: userId === undefined ? 'required' : 'preferred',
        ...(userId !== undefined && {
          allowCredentials: known.filter((one) => one.rpId === rpId).map(described),
        }),
      })
      return { ...options }
    },

    async prove(userId, answer, site, ticket) {
      const passkey = await find(userId, answer, site)
      if (!passkey) return { is: 'wrong' }
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
      type Given = Parameters<typeof verifyAuthenticationResponse>[0]
      const verified = await verifyAuthenticationResponse({
        response: answer as unknown as Given['response'],
        expectedChallenge: base64url(challengeOf(ticket)),
        ...{ expectedOrigin: site.origin, expectedRPID: site.rpId },
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
      if (isCounting && counter <= passkey.counter) return { is: 'copied', passkey }
      return { is: 'right', passkey, proof: (tx) => table.use(tx, passkey.id, counter) }
    },
  }
}

/** A ticket is as random as a challenge must be, and good once: so no challenge has to be kept. */
function challengeOf(ticket: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash('sha256', `challenge ${ticket}`, 'buffer'))
}

/** Whoever it is for was written into it when it was made. Authenticators that keep none do not say. */
function isHeldBy({ response }: PasskeyAnswer, { userId }: KeptPasskey): boolean {
  const handle: unknown = Object(response).userHandle
  return typeof handle !== 'string' || Buffer.from(handle, 'base64url').toString() === userId
}

function described({ credentialId, transports }: KeptPasskey) {
  return { id: base64url(credentialId), transports }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

/** A passkey as it is kept: what its answers are checked by. */
export interface KeptPasskey {
  id: string
  userId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  /** The host that it is for. */
  rpId: string
}

export interface NamedPasskey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

export interface PasskeyTable {
  /** One's own, as people see them. */
  namedOf(userId: string): Promise<NamedPasskey[]>
  /** One's own, as they are asked for. */
  of(userId: string): Promise<KeptPasskey[]>
  /** By what its authenticator calls it. */
  find(credentialId: Buffer): Promise<KeptPasskey | undefined>
  /** False when that one is known already. */
  add(given: Omit<KeptPasskey, 'id'> & { name: string }): Promise<boolean>
  rename(userId: string, id: string, name: string): Promise<boolean>
  remove(userId: string, id: string): Promise<boolean>
  /**
   * Notes that it was used, inside the caller's transaction. False when it is no more, or when its counter did not
   * grow: then two authenticators hold it.
   */
  use(tx: Runner, id: string, counter: number): Promise<boolean>
}

export function createPasskeyTable(pool: Runner): PasskeyTable {
  const columns = sql`id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
    counter::int8 as counter, transports, rp_id as "rpId"`
  return {
    namedOf: (userId) =>
      rowsOf(
        pool,
        sql`select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
          from passkeys where user_id = ${userId} order by created_at, id`,
      ),
    of: (userId) =>
      rowsOf(pool, sql`select ${columns} from passkeys where user_id = ${userId} order by id`),

    async find(credentialId) {
      const [found] = await rowsOf<KeptPasskey>(
        pool,
        sql`select ${columns} from passkeys where credential_id = ${credentialId}`,
      )
      return found
    },

    async add({ userId, credentialId, publicKey, counter, transports, rpId, name }) {
      const added = await run(
        pool,
        sql`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, rp_id, name)
          values (${uuidv7()}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports},
            ${rpId}, ${name})
          on conflict (credential_id) do nothing`,
      )
      return added > 0
    },

    async rename(userId, id, name) {
      if (!isId(id)) return false
      const renamed = await run(
        pool,
        sql`update passkeys set name = ${name} where user_id = ${userId} and id = ${id}`,
      )
      return renamed > 0
    },

    async remove(userId, id) {
      if (!isId(id)) return false
      const removed = await run(
        pool,
        sql`delete from passkeys where user_id = ${userId} and id = ${id}`,
      )
      return removed > 0
    },

    async use(tx, id, counter) {
      const used = await run(
        tx,
        sql`update passkeys set counter = ${counter}, last_used_at = clock_timestamp()
          where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`,
      )
      return used > 0
    },
  }
}
