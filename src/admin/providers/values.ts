import { useKeys } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { found, note } from '#admin/http/backend.ts'
import { textsAt } from '#admin/providers/adapters/coerce.ts'
import { unwrapEnvelope } from '#admin/providers/adapters/envelopes.ts'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { compareTexts } from '#model/text-order.ts'
import { HttpError, send } from './http-client.ts'

/**
 * The words that the records of a resource have at a path, most used first: asked for once and again after each
 * write. A backend without such an answer: those of the rows at hand.
 */
export function useValuesInUse(
  resource: Resource,
  path: string,
  rows: readonly Row[],
): readonly string[] {
  const { keys } = useKeys()
  const { data } = useQuery({
    // Below the lists' key, so that whatever makes a list old makes these old.
    queryKey: keys()
      .data('default')
      .resource(resource.page)
      .action('list')
      .params({ values: path })
      .get(),
    queryFn: ({ signal }) => valuesInUse(resource, path, signal),
  })
  return data ?? [...new Set(textsAt(rows.map((row) => getAt(row, path))))].sort(compareTexts)
}

/**
 * Asks which texts the records have at a declared filter's path, most used first.
 * Gives null when the backend has no such answer, which is no fault of it: the console does without, and after
 * a 404 it does not ask again.
 */
export async function valuesInUse(
  resource: Resource,
  path: string,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const address = `${resource.api.path}/values`
  if (found(address) === false) return null
  try {
    return readValues(await send({ method: 'GET', path: address, query: { of: path }, signal }))
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 404) note(address, false)
    return null
  }
}

/** The texts of `{values}`, boxed in `data` or not; null of anything else. */
export function readValues(body: unknown): readonly string[] | null {
  const values = unwrapEnvelope(body)
    .map((box) => getAt(box, 'values'))
    .find(Array.isArray)
  return values ? [...new Set(textsAt(values))] : null
}
