import { translate } from '#admin/format/translate.ts'
import type { Column } from '#model/columns.ts'
import { describe } from '#model/describe.ts'
import { isObject } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { titled } from '#model/words.ts'

export function fieldName(resource: Resource, path: string): string {
  return labelOf(resource, path) ?? declaredColumn(resource, path)?.label ?? titled(path)
}

/**
 * Returns the column that shows the value at a path: a declared one, else one made from its field or schema.
 * Accepts fields of a list's entries, which the resource's own fields do not include. Undefined for lists of
 * entries and objects.
 */
export function columnAt(
  resource: Resource,
  path: string,
  field = resource.fields.find((one) => one.path === path),
): Column | undefined {
  const declared = declaredColumn(resource, path)
  if (declared) return declared
  const base = { path, label: field?.label ?? fieldName(resource, path), absent: 'N/A' }
  if (referenceAt(resource.create, path)) return { ...base, kind: 'reference' }
  const kind = field && field.kind !== 'part' ? field.kind : describe(resource.row, path)?.kind
  switch (kind) {
    case 'text':
    case 'textArea':
      return { ...base, kind: 'text' }
    case 'date':
    case 'dateTime':
    case 'day':
      return { ...base, kind: 'date' }
    case 'select':
    case 'choice':
      return { ...base, kind: 'badge', tones: {} }
    case 'url':
      return { ...base, kind: 'link' }
    case 'commaList':
      return { ...base, kind: 'list' }
    case 'boolean': {
      const { yes, no } = field?.kind === kind ? field : { yes: 'Yes', no: 'No' }
      return { ...base, kind, yes, no }
    }
    case 'number': {
      const unit = field?.kind === kind ? field.unit : undefined
      return { ...base, kind, ...(unit !== undefined && { unit }) }
    }
    case 'email':
    case 'money':
    case 'duration':
    case 'colour':
    case 'image':
    case 'json':
    case 'reference':
      return { ...base, kind }
    default:
      return undefined
  }
}

/** The column of a list or of a row's detail that shows just this value. */
function declaredColumn({ columns, detail }: Resource, path: string): Column | undefined {
  const all = [...columns, ...(Array.isArray(detail) ? (detail as readonly Column[]) : [])]
  return all.find((one) => one.kind !== 'part' && 'path' in one && one.path === path)
}

/** Internal keys of entries, which are never shown. */
const UNSAID: readonly string[] = ['_id', 'id', 'order']
const TITLES: readonly string[] = ['title', 'name', 'type']

/** Formats any value as lines of text: entries by number and title, with their other values below. */
export function linesOf(value: unknown, nameOf: (id: string) => string, indent = ''): string[] {
  if (isObject(value)) return pairs(value, UNSAID, indent)
  if (!Array.isArray(value) || !value.some(isObject)) return [`${indent}${say(value)}`]
  return value.flatMap((entry, index) => {
    const number = `${indent}${index + 1}. `
    if (!isObject(entry)) return [`${number}${say(entry)}`]
    const key = TITLES.find((one) => typeof entry[one] === 'string' && entry[one] !== '')
    const title = key === undefined ? translate('Untitled') : say(entry[key])
    return [`${number}${title}`, ...pairs(entry, [...UNSAID, key ?? ''], `${indent}   `)]
  })

  function pairs(entry: Record<string, unknown>, without: readonly string[], before: string) {
    return Object.entries(entry).flatMap(([key, one]) => {
      if (without.includes(key) || isNothing(one)) return []
      const label = `${before}${translate(titled(key))}:`
      if ([one].flat().some(isObject)) return [label, ...linesOf(one, nameOf, `${before}   `)]
      return [`${label} ${say(one)}`]
    })
  }

  function say(one: unknown): string {
    if (Array.isArray(one)) return one.map(say).join(', ')
    if (typeof one === 'string') return nameOf(one)
    if (typeof one === 'boolean') return translate(one ? 'Yes' : 'No')
    return one === undefined || one === null ? '–' : String(one)
  }
}

export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return Array.isArray(value) && value.length === 0
}
