import { isObject } from '#model/paths.ts'
import { idOf } from '#model/references.ts'

/** A text or number of a row, whatever backend it came from; '' when it is none. */
export function textAt(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** The objects of a list; none when it is no list. */
export function objectsAt(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The texts of a list; none when it is no list. */
export function textsAt(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textAt).filter(Boolean) : []
}

/** The ids of a list of references, given as ids or as records. */
export function idsAt(value: unknown): string[] {
  return Array.isArray(value) ? value.map((one) => textAt(idOf(one))).filter(Boolean) : []
}
