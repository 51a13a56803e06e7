import { idOf, isObject } from '#model/paths.ts'

/** Returns a text or number of any backend's row as text; '' for other values. */
export function textAt(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** Returns the text of a control: a text or a number as text, '' for other values. */
export function typedText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Returns a finite number, also from a text; null for other values. */
export function numberAt(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

export function objectsAt(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function textsAt(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textAt).filter(Boolean) : []
}

/** Returns the distinct ids of one or more references, given as ids or as records. */
export function idsAt(value: unknown): string[] {
  const ids = [value].flat().map((one) => textAt(idOf(one)))
  return [...new Set(ids.filter(Boolean))]
}
