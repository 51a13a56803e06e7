import { send } from '#admin/http/http.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { OwnAction } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { forgetWhole } from './whole.ts'

/** A stock REST backend has none (providers/simple-rest.ts). */
export const hasOwnActions = import.meta.env.VITE_API_DIALECT !== 'simple-rest'

/** Has an action done with a record as one of its version. Throws HttpError; nothing is sent twice. */
export async function actOn({ api }: Resource, { segment }: OwnAction, row: Row): Promise<void> {
  const version = typeof row.version === 'number' ? row.version : undefined
  const path = `${api.path}/${encodeURIComponent(row.id)}/${segment}`
  await once(api.path, () => send({ method: 'POST', path, version }))
}

/** Has an action done with all records that a query leaves. Gives with how many, where the backend says it. */
export async function actOnAll(
  { api }: Resource,
  { segment }: OwnAction,
  { search, filters }: Pick<ListQuery, 'search' | 'filters'>,
): Promise<number | undefined> {
  const query = { ...(search && { search }), ...filters }
  const path = `${api.path}/${segment}`
  const answer = await once(api.path, () => send({ method: 'POST', path, query }))
  const { count } = Object(answer) as { count?: unknown }
  return typeof count === 'number' ? count : undefined
}

/** Whatever became of it, what was read of the whole list is old. */
async function once(path: string, ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask()
  } finally {
    forgetWhole(path)
  }
}
