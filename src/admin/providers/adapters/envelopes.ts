import { getAt, isObject } from '#model/paths.ts'

/** Deepest envelope of the known backends. */
const DEEPEST_BOX = 3

/**
 * Returns an answer and the bodies inside it, outermost first: values under one of the names or `data`, at most
 * three levels deep. Each is an object or a list.
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
