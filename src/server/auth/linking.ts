import { inTransaction } from '#server/db/pool.ts'
import type { Runner } from '#server/db/sql.ts'
import type { Store } from '#server/db/store.ts'
import { conflict } from '#server/http/refusal.ts'

type Tables = Pick<Store, 'signOns' | 'tickets'>

const TAKEN = 'That account is linked with another user already.'

/** Links an account elsewhere with a user who was made for it. Throws a refusal when it is another's by now. */
export function linkSignOn(
  { pool, signOns }: Pick<Store, 'pool' | 'signOns'>,
  userId: string,
  issuer: string,
  subject: string,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    if (!(await signOns.link(tx, userId, issuer, subject))) throw conflict(TAKEN)
  })
}

/**
 * Links the account of a way to the provider that led to a known email, in the transaction in which its owner signs
 * in with the password. False when that way has run out, or led to somebody else.
 */
export async function linkBegun(
  { signOns, tickets }: Tables,
  tx: Runner,
  userId: string,
  link: unknown,
): Promise<boolean> {
  if (typeof link !== 'string') return true
  const begun = await tickets.take(tx, 'link', link)
  if (begun?.userId !== userId) return false
  const { issuer, subject } = begun.holds
  return signOns.link(tx, userId, String(issuer), String(subject))
}
