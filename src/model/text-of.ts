import type { Column } from './columns.ts'
import type { Row } from './declaration.ts'
import { kindOf } from './describe.ts'
import { durationText } from './duration.ts'
import { attempt, getAt, idOf, isObject } from './paths.ts'
import type { Resource } from './resource.ts'

/** Returns a column's text for a row, or '' without a value. Never throws. */
export function textOf(resource: Resource, column: Column, row: Row): string {
  if (column.kind === 'part') return 'path' in column ? plain(getAt(row, column.path)) : ''
  if (column.kind === 'uses') return ''
  if ('path' in column) return wordsOf(column.kind, getAt(row, column.path))
  return plain(attempt(() => column.of(withTexts(resource, row) as never)))
}

function wordsOf(kind: Column['kind'], value: unknown): string {
  switch (kind) {
    case 'duration':
      return typeof value === 'number' ? durationText(value) : plain(value)
    case 'json':
      return value === undefined || value === null ? '' : JSON.stringify(value)
    case 'reference':
      // Records in the place of ids may bring their names.
      return [value]
        .flat()
        .map((one) => (isObject(one) ? plain(one.name ?? one.title ?? idOf(one)) : plain(one)))
        .filter(Boolean)
        .join(', ')
    default:
      return plain(value)
  }
}

/** Returns the name of a record for questions, buttons and messages; the resource's label when it has none. */
export function nameOf({ recordName, label }: Resource, row: Row): string {
  const texts = recordName.map((path) => plain(getAt(row, path))).filter(Boolean)
  // Fallback for backends that keep names under other keys.
  return texts.join(' ') || plain(row.name) || plain(row.title) || label.one
}

/** Returns the row with '' for missing texts, so that no template shows 'undefined'. */
function withTexts(resource: Resource, row: Row): Row {
  const filled: Row = { ...row }
  for (const [key, schema] of Object.entries(resource.row.shape))
    if (kindOf(schema) === 'text') filled[key] ??= ''
  return filled
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(plain).filter(Boolean).join(', ')
  return ''
}
