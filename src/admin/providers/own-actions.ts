import { IS_STOCK } from '#admin/http/backend.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { OwnAction } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { write } from './http-client.ts'

/** A stock REST backend has no actions beside those of REST. */
export const hasOwnActions = !IS_STOCK

/** Result of an action: the number of records, and its change where the backend reports it. */
export interface Acted {
  count?: number
  changeId?: string
  /** The answer, for an action that shows it. */
  body?: unknown
}

export async function actOn(
  { api }: Resource,
  { segment, shown }: OwnAction,
  row: Row,
): Promise<Acted> {
  const version = typeof row.version === 'number' ? row.version : undefined
  const path = `${api.path}/${encodeURIComponent(row.id)}/${segment}`
  const { body, ...rest } = await write({ method: 'POST', path, version })
  return shown === undefined ? rest : { ...rest, body }
}

export async function actOnAll(
  { api }: Resource,
  { segment }: OwnAction,
  { search, filters }: Pick<ListQuery, 'search' | 'filters'>,
): Promise<Acted> {
  const query = { ...(search && { search }), ...filters }
  const path = `${api.path}/${segment}`
  const { body, ...rest } = await write({ method: 'POST', path, query })
  const { count } = Object(body) as { count?: unknown }
  return { ...rest, ...(typeof count === 'number' && { count }) }
}
