import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'

/** Returns 32 random bytes in base64url: a token, a ticket or a marker. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns whether the text has the form of such a secret. */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Omits letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns groups of letters that are easy to read from a screen. Each letter has about 5 bits of entropy. */
export function readableCode(groups: number, length: number): string {
  const group = () => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** Compares two strings in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Returns the hash of a random secret, which is stored in place of the secret. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

const CIPHER = 'aes-256-gcm'
const [IV, TAG] = [12, 16]

export type Encryption = ReturnType<typeof createEncryption>

/**
 * Creates the encryption of values that are read back, and the keyed hash of the others. `stored` is a secret in the
 * database, `own` is SECRET_KEY. With SECRET_KEY, a copy of the database alone decrypts nothing. Each value is bound to
 * its `owner`: it does not decrypt for another user.
 */
export function createEncryption(stored: string, own = '') {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', stored, own, use, 32))
  const [encryptionKey, digestKey] = [keyFor('factors: sealing'), keyFor('factors: digests')]
  return {
    encrypt(text: string, owner: string): Buffer {
      const iv = randomBytes(IV)
      const cipher = createCipheriv(CIPHER, encryptionKey, iv).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },

    /** Returns undefined for a value that was modified or encrypted with another key. */
    decrypt(value: Buffer, owner: string): string | undefined {
      try {
        const iv = value.subarray(0, IV)
        const decipher = createDecipheriv(CIPHER, encryptionKey, iv, { authTagLength: TAG })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(value.subarray(IV, IV + TAG))
        const body = value.subarray(IV + TAG)
        return decipher.update(body, undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },

    /** Returns a keyed hash, for values that are compared but never read back. */
    digest: (text: string, owner: string): Buffer =>
      createHmac('sha256', digestKey).update(`${owner}\n${text}`).digest(),
  }
}
