import { NEEDS_PATH, type NeedCount } from '#contract/needs.ts'
import { isObject } from '#model/paths.ts'
import { numberAt, objectsAt, textAt } from './coerce.ts'
import { unwrapEnvelope } from './envelopes.ts'

/** Reads how much waits; none for an answer that says nothing of it (WIRE-02). Never throws. */
export function readNeeds(body: unknown): NeedCount[] {
  const name = NEEDS_PATH.split('/').at(-1) ?? ''
  const box = unwrapEnvelope(body, name).find((one) => isObject(one) && Array.isArray(one.needs))
  return objectsAt(isObject(box) ? box.needs : undefined).flatMap((one) => {
    const count = numberAt(one.count) ?? 0
    if (count < 1) return []
    const { resource, need } = one
    return [{ resource: textAt(resource), need: textAt(need), count, isMore: one.isMore === true }]
  })
}
