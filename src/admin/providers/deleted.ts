import { write } from '#admin/http/http.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { applyChange, planChange } from './bulk-changes.ts'

/** Erases a record for good, as one of its version. Throws HttpError. */
export async function erase({ api }: Resource, { id, version }: Row): Promise<void> {
  await write({
    method: 'DELETE',
    path: `${api.path}/${encodeURIComponent(id)}/erase`,
    version: typeof version === 'number' ? version : undefined,
  })
}

/** What became of a restore: the id of its change, or why it is still deleted. */
export type Restored = { changeId: string | undefined } | { reason: string | undefined }

/** Makes a deleted record live again, unless a rule stands against it (an address taken since). Throws HttpError. */
export async function restore(
  { name }: Resource,
  { id, version }: { id: string; version?: unknown },
): Promise<Restored> {
  const asked = {
    resource: name,
    change: { action: 'restore' as const },
    ids: [typeof version === 'number' ? `${id}@${version}` : id],
  }
  const { digest, items } = await planChange(asked, new AbortController().signal)
  const [item] = items
  if (item?.state === 'refused' || item?.state === 'stale') return { reason: item.reason }
  const at = item?.version === undefined ? id : `${id}@${item.version}`
  const applied = await applyChange({ digest, ...asked, ids: [at] })
  const [clashed] = applied.clashed
  return clashed ? { reason: clashed.reason } : { changeId: applied.id }
}
