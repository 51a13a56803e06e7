import { getAt, isObject } from '#model/paths.ts'

/** No backend known wraps deeper. */
const DEEPEST_BOX = 3

/**
 * An answer and the bodies within it, outermost first: what lies under one of the names, or under
 * `data`, at most three boxes deep. Each is an object or a list.
 */
export function unwrapEnvelope(body: unknown, ...names: readonly string[]): unknown[] {
  const boxes: unknown[] = []
  let level = [body]
  for (let depth = 0; depth <= DEEPEST_BOX; depth++) {
    const found = level.filter((one) => isObject(one) || Array.isArray(one))
    boxes.push(...found)
    level = found
      .filter(isObject)
      .flatMap((one) => [...names, 'data'].map((key) => getAt(one, key)))
  }
  return boxes
}
