import { createHash, randomBytes } from 'node:crypto'

/** What is hashed of an event. scripts/verify-log.mjs does the same, from its own text: both change together. */
export interface Hashed {
  id: string
  at: string
  event: string
  account: string | null
  actor: string | null
  request: string | null
  became: string | null
  what: string | null
  record: string | null
  count: number | null
  personal: string
}

/** What is kept of a person's whereabouts so that it can be erased, and the seal still fits. */
export interface Personal {
  address: string | null
  device: string | null
  /** Goes with the two: without it nobody finds out what they were by trying. */
  salt: string | null
  personal: string
}

/** With a salt of its own; nothing where there is nothing. */
export function personalOf(address: string | null, device: string | null): Personal {
  if (address === null && device === null) return { address, device, salt: null, personal: '' }
  const salt = randomBytes(16).toString('hex')
  return { address, device, salt, personal: hash(salt, address, device) }
}

/** Over an event, its place, and the hash of the one before; of the first below a seal, that of the seal before. */
export function eventHash(before: string, number: number, one: Hashed): string {
  const { id, at, event, account, actor, request, became, what, record, count, personal } = one
  const facts = [id, at, event, account, actor, request, became, what, record, count, personal]
  return hash(before, number, ...facts)
}

/** Over a seal; `rows` is the hash of the last event below it, and so over all that came before. */
export function sealHash(seal: { first: number; last: number; at: string; rows: string }): string {
  return hash(seal.first, seal.last, seal.at, seal.rows)
}

function hash(...parts: (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
