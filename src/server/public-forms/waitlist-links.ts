import { createHmac, timingSafeEqual } from 'node:crypto'
import { foldEmail } from '#model/schema.ts'
import { isId } from '#server/records/shape.ts'

/** The tokens of the waitlist's mails. None is stored: each is the entry's id, signed for what it does alone. */
export interface EntryLinks {
  /** Confirms the entry, while it has this address. */
  confirming(id: string, email: string): string
  isConfirming(token: string, id: string, email: string): boolean
  /** Takes the entry off the waitlist, and can do nothing else. */
  leaving(id: string): string
  isLeaving(token: string, id: string): boolean
}

export function createEntryLinks(secret: string): EntryLinks {
  const sign = (...about: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(about)).digest('base64url')
  const make = (id: string, ...about: string[]) =>
    `${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}.${sign(id, ...about)}`
  const confirming = (id: string, email: string) => make(id, 'confirm', foldEmail(email))
  const leaving = (id: string) => make(id, 'unsubscribe')
  return {
    confirming,
    isConfirming: (token, id, email) => isSame(token, confirming(id, email)),
    leaving,
    isLeaving: (token, id) => isSame(token, leaving(id)),
  }
}

/** The entry that a token says it is of; undefined for what is no token. */
export function entryIn(token: string): string | undefined {
  const [, packed = ''] = /^([\w-]{22})\.[\w-]{43}$/.exec(token) ?? []
  const id = Buffer.from(packed, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isId(id) ? id : undefined
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
