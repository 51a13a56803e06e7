import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps what has to be read again so that the table alone gives nothing away, and hashes what has not. */
export interface Sealing {
  /** `owner` is bound to it: what was sealed for one person opens for no other. */
  seal(text: string, owner: string): Buffer
  /** Undefined of what was sealed under another key, or was changed. */
  open(sealed: Buffer, owner: string): string | undefined
  /** Of what is compared and never read again. */
  digest(text: string, owner: string): Buffer
}

const CIPHER = 'aes-256-gcm'
const [IV, TAG] = [12, 16]

/**
 * `kept` is a secret that stands in the database, `own` one that only the server's environment holds (SECRET_KEY): where
 * there is one, a whole copy of the database opens nothing either (decision 041).
 */
export function createSealing(kept: string, own = ''): Sealing {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', kept, own, use, 32))
  const [sealKey, digestKey] = [keyFor('factors: sealing'), keyFor('factors: digests')]
  return {
    seal(text, owner) {
      const iv = randomBytes(IV)
      const cipher = createCipheriv(CIPHER, sealKey, iv).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(sealed, owner) {
      try {
        const decipher = createDecipheriv(CIPHER, sealKey, sealed.subarray(0, IV), {
          authTagLength: TAG,
        })
          .setAAD(Buffer.from(owner))
          .setAuthTag(sealed.subarray(IV, IV + TAG))
        return (
          decipher.update(sealed.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8')
        )
      } catch {
        return undefined
      }
    },
    digest: (text, owner) => createHmac('sha256', digestKey).update(`${owner}\n${text}`).digest(),
  }
}
