import type * as z from 'zod'
import * as zod from 'zod'
import type { ImportField } from '#contract/imports.ts'
import type { Choice, Field } from '#model/declaration.ts'
import { type Described, defOf, describe, kindOf, schemaAt, unwrap } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { lowered, titled } from '#model/words.ts'
import { type Value, valuesOf } from '#server/exports/cell-values.ts'

/** What a column may fill, with all that reading its cells takes. */
export interface Fillable {
  path: string
  label: string
  kind: Described['kind'] | 'id'
  /** Of a list: of its entries. */
  element: Described['kind'] | undefined
  isRequired: boolean
  /** Shown to nobody, and set for new records alone. */
  isPassword: boolean
  /** Whether a new record may be without its password, which null says. */
  isNullable: boolean
  hint: string
  choices: readonly Choice[]
  /** The words of a boolean. */
  words: { yes: string; no: string }
  /** The resource it refers to. */
  to: string | undefined
  isMany: boolean
  /** What a head says that means it, as an export writes it; and what means it where no column has one of those. */
  heads: readonly string[]
  otherHeads: readonly string[]
  /** Of a boolean that has words of its own: what is so where it is set. */
  word: string | undefined
  /** As an export writes it; undefined of what no export has. */
  exported: Value['cells'] | undefined
  /** What an update takes at its path. */
  schema: z.core.$ZodType | undefined
}

const ID: Fillable = {
  ...{ path: '_id', label: 'ID', kind: 'id', element: undefined, isRequired: false },
  ...{ isPassword: false, isNullable: false, word: undefined },
  ...{ hint: 'the id of a record, as an export has it', choices: [], to: undefined, isMany: false },
  ...{ words: { yes: 'Yes', no: 'No' }, heads: ['_id', 'id'], otherHeads: [] },
  ...{ exported: undefined, schema: undefined },
}

/** Whether records of it can be imported: it has a list, and a way to create or to edit. */
export function isImportable({ hasOwnPage, actions }: Resource): boolean {
  return !hasOwnPage && (actions.includes('create') || actions.includes('edit'))
}

/** All that a file may say of records of a resource, the id first. */
export function fillablesOf(resource: Resource): readonly Fillable[] {
  const exported = valuesOf(resource).filter(({ path }) => isWritable(resource, path))
  const shown = new Set(exported.map(({ path }) => path.split('.', 1)[0]))
  // What is written and never read: a password.
  const unread = [...Object.keys(resource.create.shape), ...Object.keys(resource.update.shape)]
    .filter((key, at, all) => !shown.has(key) && all.indexOf(key) === at)
    .filter((key) => isWritable(resource, key))
  return [
    ...(resource.actions.includes('edit') ? [ID] : []),
    ...exported.map((value) => fillableOf(resource, value.path, value)),
    ...unread.map((path) => fillableOf(resource, path, undefined)),
  ]
}

/** As whoever imports is told of them. */
export function told({ path, label, isRequired, hint }: Fillable): ImportField {
  return { path, label, isRequired, hint }
}

function isWritable({ create, update }: Resource, path: string): boolean {
  return [create, update].some((schema) => {
    const at = schemaAt(schema, path)
    return at !== undefined && defOf(unwrap(at)).type !== 'never'
  })
}

function fillableOf(resource: Resource, path: string, value: Value | undefined): Fillable {
  const { create, update } = resource
  const described = describe(create, path) ?? describe(update, path)
  const kind = described?.kind ?? 'other'
  const reference = referenceAt(create, path) ?? referenceAt(update, path)
  const field = resource.fields.find((one) => one.path === path)
  const label = value?.columns.at(-1)?.label ?? labelOf(resource, path) ?? titled(path)
  const [ids, names] = value?.columns ?? []
  const element = elementOf(create, path) ?? elementOf(update, path)
  const words =
    field?.kind === 'boolean' ? { yes: field.yes, no: field.no } : { yes: 'Yes', no: 'No' }
  const isPassword = field?.kind === 'password'
  const made = schemaAt(create, path)
  const isNullable = isPassword && made !== undefined && zod.safeParse(made, null).success
  const choices = choicesOf(field, described)
  const isMany = reference?.isMany ?? false
  const all = { path, label, kind, element, choices, words, isMany, isPassword, isNullable }
  return {
    ...all,
    isRequired: !isNullable && isRequired(create, path),
    to: reference?.to,
    hint: hintOf(all, reference !== undefined),
    heads: [path, ...(ids && reference ? [ids.label] : [label])],
    otherHeads: reference
      ? [label, ...(names ? [names.key] : [])]
      : [labelOf(resource, path) ?? label, titled(path)],
    word: field?.kind === 'boolean' && words.yes !== 'Yes' ? words.yes : undefined,
    exported: value?.cells,
    schema: schemaAt(update, path) ?? schemaAt(create, path),
  }
}

/** Whether no record can be made without it: neither it nor what it lies in may be absent. */
function isRequired(create: z.ZodObject, path: string): boolean {
  const keys = path.split('.')
  return keys.every((_, at) => {
    const above = schemaAt(create, keys.slice(0, at + 1).join('.'))
    if (!above) return false
    return at === keys.length - 1
      ? (describe(create, path)?.required ?? false)
      : !zod.safeParse(above, undefined).success
  })
}

function elementOf(schema: z.ZodObject, path: string): Described['kind'] | undefined {
  const at = schemaAt(schema, path)
  const def = at && defOf(unwrap(at))
  return def?.type === 'array' ? kindOf(def.element) : undefined
}

function choicesOf(field: Field | undefined, described: Described | undefined): readonly Choice[] {
  const own = field?.kind === 'select' ? (field.choices ?? []) : []
  const values = described?.choices ?? []
  return values.length === 0 ? own : [...own, ...values]
}

/** How a cell of it is written. */
function hintOf(
  {
    kind,
    element,
    choices,
    words,
    isMany,
    isPassword,
    isNullable,
  }: Pick<
    Fillable,
    'kind' | 'element' | 'choices' | 'words' | 'isMany' | 'isPassword' | 'isNullable'
  >,
  isReference: boolean,
): string {
  if (isReference) return isMany ? 'names or ids, separated by commas' : 'a name or an id'
  switch (kind) {
    case 'number':
      return 'a number, 12 or 1.5'
    case 'boolean':
      return `${lowered(words.yes)} or ${lowered(words.no)}`
    case 'choice':
      return [...new Set(choices.map(({ value }) => value))].join(', ')
    case 'date':
      return 'a date and time, 2026-03-01 09:30'
    case 'day':
      return 'a date, 2026-03-01'
    case 'list':
      return element === 'object' || element === 'other'
        ? 'a list as JSON, as an export has it'
        : 'separated by commas'
    case 'json':
    case 'object':
    case 'other':
      return 'JSON, as an export has it'
    default:
      if (isPassword) return `of new records alone${isNullable ? '; empty for none' : ''}`
      return 'text'
  }
}
