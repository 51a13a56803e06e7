import { found, note } from '#admin/http/backend.ts'
import { textsAt } from '#admin/providers/adapters/coerce.ts'
import { unwrapEnvelope } from '#admin/providers/adapters/envelopes.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { HttpError, send } from './http-client.ts'

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
    const body = await send({
      method: 'GET',
      path: address,
      query: { of: path },
      signal,
    })
    return readValues(body)
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
