import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Flags of an authenticator's data: somebody was there, was recognised, and a key comes with it. */
const [PRESENT, VERIFIED, KEY] = [0x01, 0x04, 0x40]

interface Made {
  id: Buffer
  key: KeyObject
  rpId: string
  handle: string
}

/** What a browser answers, as its toJSON() writes it. */
export type Answer = Record<string, unknown> & { id: string; response: Record<string, unknown> }

/** An authenticator in memory, with the browser around it: real keys and signatures, and no person. */
export class SoftAuthenticator {
  /** How often it was used; one that keeps no count says 0 always. */
  counter = 0
  isCounting = true
  /** Whether it recognises who uses it. */
  isVerifying = true
  readonly #origin: string
  readonly #made: Made[] = []

  constructor(origin = 'http://localhost') {
    this.#origin = origin
  }

  create(options: unknown, origin = this.#origin): Answer {
    const { rp, user, challenge } = Object(options)
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(16)
    this.#made.push({ id, key: privateKey, rpId: rp.id, handle: user.id })
    const { x, y } = publicKey.export({ format: 'jwk' })
    const cose = new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, Buffer.from(x ?? '', 'base64url')],
      [-3, Buffer.from(y ?? '', 'base64url')],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const made = [Buffer.alloc(16), length, id, isoCBOR.encode(cose)]
    const authData = Buffer.concat([this.#data(rp.id, KEY), ...made])
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ...([['fmt', 'none']] as const),
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return answerOf(id, {
      clientDataJSON: clientData('webauthn.create', challenge, origin),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    })
  }

  get(options: unknown, origin = this.#origin): Answer {
    const { challenge, rpId, allowCredentials = [] } = Object(options)
    const allowed: string[] = allowCredentials.map(({ id }: { id: string }) => id)
    const made = this.#made.find(
      (one) =>
        one.rpId === rpId &&
        (allowed.length === 0 || allowed.includes(one.id.toString('base64url'))),
    )
    if (!made) throw new Error('There is no such passkey.')
    if (this.isCounting) this.counter += 1
    const data = this.#data(made.rpId, 0)
    const client = clientData('webauthn.get', challenge, origin)
    const digest = createHash('sha256').update(Buffer.from(client, 'base64url')).digest()
    const signature = sign('sha256', Buffer.concat([data, digest]), made.key)
    return answerOf(made.id, {
      clientDataJSON: client,
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: made.handle,
    })
  }

  #data(rpId: string, more: number): Buffer {
    const flags = PRESENT | (this.isVerifying ? VERIFIED : 0) | more
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([flags]),
      counter,
    ])
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  const said = JSON.stringify({ type, challenge, origin, crossOrigin: false })
  return Buffer.from(said).toString('base64url')
}

function answerOf(id: Buffer, response: Record<string, unknown>): Answer {
  const name = id.toString('base64url')
  return { id: name, rawId: name, type: 'public-key', response, clientExtensionResults: {} }
}
