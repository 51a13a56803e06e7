import { idOf } from '#model/paths.ts'

/** What a reference field holds: an id or a list of ids. */
export type ReferenceValue = string | readonly string[] | undefined

/** The ids of such a value, whatever shape it has; records in their place count by their ids. */
export function idsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  const ids = list.map(idOf).filter((id): id is string => typeof id === 'string' && id !== '')
  return [...new Set(ids)]
}
