import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { send } from './http.ts'

/**
 * Asks which texts the records have at a declared filter's path, most used first.
 * Gives null when the backend has no such answer, which is no fault of it: the console does without.
 */
export async function valuesInUse(
  resource: Resource,
  path: string,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  try {
    const body = await send({
      method: 'GET',
      path: `${resource.api.path}/values`,
      query: { of: path },
      signal,
    })
    return readValues(body)
  } catch {
    return null
  }
}

/** The texts of `{values}`, boxed in `data` or not; null of anything else. */
export function readValues(body: unknown): readonly string[] | null {
  const values = getAt(body, 'values') ?? getAt(body, 'data.values')
  if (!Array.isArray(values)) return null
  const texts = values.flatMap((one) => (typeof one === 'string' ? one.trim() || [] : []))
  return [...new Set(texts)]
}
