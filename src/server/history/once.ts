import type { Store } from '#server/db/store.ts'
import { keyReused } from '#server/http/refusal.ts'
import type { KeptChange } from './kept-changes.ts'
import type { Author } from './write.ts'

/**
 * The change that was made under the author's Idempotency-Key; undefined without one. Throws 422 when another thing
 * was asked under it.
 */
export async function doneBefore(
  store: Store,
  { id, once }: Author,
): Promise<KeptChange | undefined> {
  if (!once) return undefined
  const found = await store.keptChanges.under(id, once)
  if (found && !found.asked?.equals(once.asked)) throw keyReused()
  return found
}
