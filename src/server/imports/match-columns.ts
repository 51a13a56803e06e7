import * as z from 'zod'
import { cleanText } from '#model/clean-text.ts'
import type { Choice } from '#model/declaration.ts'
import { type Described, defOf, describe, kindOf, schemaAt, unwrap } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { lowered, titled } from '#model/words.ts'
import { type Value, valuesOf } from '#server/records/cell-values.ts'

/** A field that a column can be mapped to, with what reading its cells needs. */
export interface TargetField {
  path: string
  label: string
  kind: Described['kind'] | 'id'
  /** The kind of a list's entries. */
  element: Described['kind'] | undefined
  isRequired: boolean
  /** Never shown, and set only for new records. */
  isPassword: boolean
  /** Whether a new record may have null in place of a password. */
  isNullable: boolean
  choices: readonly Choice[]
  /** The words of a boolean. */
  words: { yes: string; no: string }
  /** The resource it refers to. */
  to: string | undefined
  isMany: boolean
  /** Its column names in exports, and other names, which apply if no column has one of the first. */
  heads: readonly string[]
  otherHeads: readonly string[]
  /** Returns the cells of an export; absent if exports do not have it. */
  exported: Value['cells'] | undefined
  schema: z.core.$ZodType | undefined
}

const YES_NO = { yes: 'Yes', no: 'No' }
const ID: TargetField = {
  ...{ path: '_id', label: 'ID', kind: 'id', element: undefined, isRequired: false },
  ...{ isPassword: false, isNullable: false, choices: [], words: YES_NO },
  ...{ to: undefined, isMany: false },
  ...{ heads: ['_id', 'id'], otherHeads: [], exported: undefined, schema: undefined },
}

/** Returns whether a resource has a list and its records can be created or edited. */
export function isImportable({ hasOwnPage, actions }: Resource): boolean {
  return !hasOwnPage && (actions.includes('create') || actions.includes('edit'))
}

/** Returns the fields of a resource that columns can be mapped to, the id first. */
export function targetFields(resource: Resource): readonly TargetField[] {
  const { create, update, actions } = resource
  const exported = valuesOf(resource).filter(({ path }) => isWritable(resource, path))
  const shown = new Set(exported.map(({ path }) => path.split('.', 1)[0]))
  // Written, but never read: a password.
  const unread = Object.keys({ ...create.shape, ...update.shape }).filter(
    (key) => !shown.has(key) && isWritable(resource, key),
  )
  return [
    ...(actions.includes('edit') ? [ID] : []),
    ...exported.map((value) => targetField(resource, value.path, value)),
    ...unread.map((path) => targetField(resource, path, undefined)),
  ]
}

function isWritable({ create, update }: Resource, path: string): boolean {
  return [create, update].some((schema) => {
    const at = schemaAt(schema, path)
    return at !== undefined && defOf(unwrap(at)).type !== 'never'
  })
}

function targetField(resource: Resource, path: string, value: Value | undefined): TargetField {
  const { create, update } = resource
  const created = schemaAt(create, path)
  const described = describe(create, path) ?? describe(update, path)
  const reference = referenceAt(create, path) ?? referenceAt(update, path)
  const field = resource.fields.find((one) => one.path === path)
  const [ids, names] = value?.columns ?? []
  const label = value?.columns.at(-1)?.label ?? labelOf(resource, path) ?? titled(path)
  const words = field?.kind === 'boolean' ? { yes: field.yes, no: field.no } : YES_NO
  const isPassword = field?.kind === 'password'
  const isNullable = isPassword && created !== undefined && z.safeParse(created, null).success
  const choices = described?.choices ?? []
  return {
    ...{ path, label, words, isPassword, isNullable },
    kind: described?.kind ?? 'other',
    element: elementOf(created) ?? elementOf(schemaAt(update, path)),
    isRequired: !isNullable && isRequired(create, path),
    choices: field?.kind === 'select' ? [...(field.choices ?? []), ...choices] : choices,
    to: reference?.to,
    isMany: reference?.isMany ?? false,
    heads: [path, reference && ids ? ids.label : label],
    otherHeads: [
      ...(reference
        ? [label, ...(names ? [names.key] : [])]
        : [labelOf(resource, path) ?? label, titled(path)]),
    ],
    exported: value?.cells,
    schema: schemaAt(update, path) ?? created,
  }
}

/** Returns whether a new record needs the field, and the objects that contain it. */
function isRequired(create: z.ZodObject, path: string): boolean {
  const keys = path.split('.')
  const above = keys.slice(1).map((_, at) => schemaAt(create, keys.slice(0, at + 1).join('.')))
  const isNeeded = (schema: z.core.$ZodType | undefined) =>
    schema !== undefined && !z.safeParse(schema, undefined).success
  return above.every(isNeeded) && describe(create, path)?.required === true
}

function elementOf(list: z.core.$ZodType | undefined): Described['kind'] | undefined {
  const def = list && defOf(unwrap(list))
  return def?.type === 'array' ? kindOf(def.element) : undefined
}

const JSON_KINDS = ['object', 'json', 'other']

/** Returns whether its cells are JSON, as in exports. */
export function isJson({ kind, element }: TargetField): boolean {
  return (
    JSON_KINDS.includes(kind) ||
    (kind === 'list' && ['list', ...JSON_KINDS].includes(element ?? ''))
  )
}

/** Returns how to write a cell. */
export function hintOf(field: TargetField): string {
  const { kind, element, isMany } = field
  if (field.to !== undefined)
    return isMany ? 'names or ids, separated by commas' : 'a name or an id'
  if (field.isPassword) return `only for new records${field.isNullable ? '; empty for none' : ''}`
  if (kind === 'boolean') return `${lowered(field.words.yes)} or ${lowered(field.words.no)}`
  if (kind === 'choice') return [...new Set(field.choices.map(({ value }) => value))].join(', ')
  if (kind === 'list' && (element === 'object' || element === 'other'))
    return 'a list as JSON, as an export has it'
  return HINTS[kind] ?? 'text'
}

const HINTS: { readonly [Kind in TargetField['kind']]?: string } = {
  id: 'the id of a record, as an export has it',
  number: 'a number, 12 or 1.5',
  date: 'a date and time, 2026-03-01 09:30',
  day: 'a date, 2026-03-01',
  list: 'separated by commas',
  json: 'JSON, as an export has it',
  object: 'JSON, as an export has it',
  other: 'JSON, as an export has it',
}

/** Later passes are less exact: they map 'E-mail' to 'Email', and 'Active' to the status. */
const PASSES: readonly [namesOf: (field: TargetField) => readonly string[], separator: string][] = [
  [({ heads }) => heads, ' '],
  [({ otherHeads }) => otherHeads, ' '],
  [
    ({ heads, otherHeads, words: { yes } }) => [heads, otherHeads, yes === 'Yes' ? [] : yes].flat(),
    '',
  ],
]

/**
 * Returns the path of the field for each column name, or null. Each field is used once. Exported columns of ids have
 * precedence over those of names, and the first of two columns with the same name wins.
 */
export function matchHeads(
  headers: readonly string[],
  fields: readonly TargetField[],
): (string | null)[] {
  const matched: (string | null)[] = headers.map(() => null)
  const filled = new Set<string>()
  for (const [namesOf, separator] of PASSES) {
    const fold = (header: string) =>
      cleanText(header)
        .replace(/[\s_-]+/g, separator)
        .toLowerCase()
    const named = fields.map((field) => ({ ...field, names: namesOf(field).map(fold) }))
    for (const [at, header] of headers.entries()) {
      const name = fold(header)
      if (matched[at] !== null || name === '') continue
      const text = fold(header.replace(ZONED, '$1'))
      const found = named.find(
        ({ path, kind, names }) =>
          !filled.has(path) &&
          (names.includes(name) ||
            (kind === 'date' && names.includes(text) && zoneIn(header) !== undefined)),
      )
      if (!found) continue
      matched[at] = found.path
      filled.add(found.path)
    }
  }
  return matched
}

/** In a workbook, the column name of times includes the zone: 'Created (Europe/Vienna)'. */
const ZONED = /^(.*\S)\s*\(([^()]+)\)$/

/** Returns the time zone at the end of a column name; undefined without a valid one. */
export function zoneIn(header: string): string | undefined {
  const zone = ZONED.exec(header)?.[2]
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone
  } catch {
    return undefined
  }
}
