import { hasChanges } from '#admin/http/session.ts'
import { objectsAt, textAt } from '#admin/providers/adapters/coerce.ts'
import { DELETED, IDS } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { applyChange, planChange } from './changes.ts'
import { send, write } from './http-client.ts'

/* All functions here throw HttpError. */

export async function erase({ api }: Resource, { id, version }: Row): Promise<void> {
  await write({
    method: 'DELETE',
    path: `${api.path}/${encodeURIComponent(id)}/erase`,
    version: typeof version === 'number' ? version : undefined,
  })
}

/** A deleted record: its name, the time and the author of the deletion. */
export interface Deleted {
  name: string
  at: string
  by: string
}

/** Returns whether the session may list deleted records. */
export function canSeeDeleted({ actions }: Resource): boolean {
  return hasChanges() && actions.includes('delete')
}

/** Finds a deleted record; null if it is live or erased. */
export async function findDeleted(
  resource: Resource,
  id: string,
  signal: AbortSignal,
): Promise<Deleted | null> {
  const { path, listKey } = resource.api
  const query = { [DELETED]: 'true', [IDS]: id }
  const body = await send({ method: 'GET', path, query, signal })
  const rows = objectsAt(isObject(body) ? body[listKey] : body)
  const row = rows.find((one) => one._id === id && textAt(one.deletedAt) !== '')
  if (!row) return null
  const { deletedBy } = row
  return {
    name: nameOf(resource, { ...row, _id: id, id } as Row),
    at: textAt(row.deletedAt),
    by: isObject(deletedBy) ? textAt(deletedBy.name) : '',
  }
}

type Restored = { changeId: string | undefined } | { reason: string | undefined }

/** Makes a deleted record live again, unless a rule refuses it. */
export async function restore(
  { name }: Resource,
  { id, version }: { id: string; version?: unknown },
): Promise<Restored> {
  const asked = {
    resource: name,
    change: { action: 'restore' as const },
    ids: [typeof version === 'number' ? `${id}@${version}` : id],
  }
  const { digest, items } = await planChange(asked)
  const [item] = items
  if (item?.state === 'refused' || item?.state === 'stale') return { reason: item.reason }
  const at = item?.version === undefined ? id : `${id}@${item.version}`
  const applied = await applyChange({ digest, ...asked, ids: [at] })
  const [clashed] = applied.clashed
  return clashed ? { reason: clashed.reason } : { changeId: applied.id }
}
