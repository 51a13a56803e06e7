import type { Column } from '#model/columns.ts'
import type { Field } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { titled } from '#model/words.ts'

interface Base {
  path: string
  label: string
  absent: string
}

const KINDS = {
  text: 'text',
  textArea: 'text',
  select: 'text',
  email: 'email',
  url: 'link',
  commaList: 'list',
  date: 'date',
  dateTime: 'date',
  money: 'money',
  duration: 'duration',
  colour: 'colour',
  image: 'image',
  json: 'json',
  reference: 'reference',
} as const

/** A column for what a field writes, by the field's kind; undefined of lists, passwords and own components. */
function columnOfField(base: Base, field: Field): Column | undefined {
  const { kind } = field
  if (kind === 'boolean') return { ...base, kind, yes: field.yes, no: field.no }
  if (kind === 'number')
    return { ...base, kind, ...(field.unit !== undefined && { unit: field.unit }) }
  return kind in KINDS ? { ...base, kind: KINDS[kind as keyof typeof KINDS] } : undefined
}

/** What a field is called in a change. */
export function fieldName(resource: Resource, path: string): string {
  const column = declaredColumn(resource, path)
  return labelOf(resource, path) ?? column?.label ?? titled(path)
}

/**
 * How the value at a path is shown everywhere else: by its column, else as its field and its schema say. Takes the
 * field of a list's entry, which the resource's own fields do not hold. Undefined for lists of entries and objects.
 */
export function columnAt(
  resource: Resource,
  path: string,
  field = resource.fields.find((one) => one.path === path),
): Column | undefined {
  const declared = declaredColumn(resource, path)
  if (declared) return declared
  const label = field?.label ?? fieldName(resource, path)
  const base = { path, label, absent: 'N/A' }
  if (referenceAt(resource.create, path)) return { ...base, kind: 'reference' }
  if (field?.kind === 'select') return { ...base, kind: 'badge', tones: {} }
  const column = field && columnOfField(base, field)
  if (column) return column
  return bySchema(resource, path, base)
}

function bySchema(resource: Resource, path: string, base: Base): Column | undefined {
  switch (describe(resource.row, path)?.kind) {
    case 'text':
      return { ...base, kind: 'text' }
    case 'date':
    case 'day':
      return { ...base, kind: 'date' }
    case 'number':
      return { ...base, kind: 'number' }
    case 'boolean':
      return { ...base, kind: 'boolean', yes: 'Yes', no: 'No' }
    case 'choice':
      return { ...base, kind: 'badge', tones: {} }
    default:
      return undefined
  }
}

/** The column of a list or of a row's detail that shows just this value. */
function declaredColumn({ columns, detail }: Resource, path: string): Column | undefined {
  const all = [...columns, ...(Array.isArray(detail) ? (detail as readonly Column[]) : [])]
  return all.find((one) => one.kind !== 'part' && 'path' in one && one.path === path)
}
