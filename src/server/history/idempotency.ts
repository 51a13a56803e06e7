import { keyReused } from '#server/http/refusal.ts'
import type { Store } from '#server/store.ts'
import type { StoredChange } from './audit-log.ts'
import type { Author } from './write.ts'

/**
 * The change that was made under the author's Idempotency-Key; undefined without one. Throws 422 when the key was used
 * for another request.
 */
export async function changeUnderKey(
  store: Store,
  { id, once }: Author,
): Promise<StoredChange | undefined> {
  if (!once) return undefined
  const found = await store.auditLog.underKey(id, once)
  if (found && !found.asked?.equals(once.asked)) throw keyReused()
  return found
}

/** Does `work` once under the author's key; `repeat` answers a repeated request from the stored change. */
export async function onceUnderKey<T>(
  store: Store,
  author: Author,
  work: () => Promise<T>,
  repeat: (change: StoredChange) => Promise<T>,
): Promise<T> {
  const before = await changeUnderKey(store, author)
  if (before) return repeat(before)
  try {
    return await work()
  } catch (error) {
    // The same request may have been sent twice at a time: whatever refused this one, the other one was done.
    const meanwhile = await changeUnderKey(store, author)
    if (!meanwhile) throw error
    return repeat(meanwhile)
  }
}
