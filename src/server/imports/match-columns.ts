import * as z from 'zod'
import type { ImportField } from '#contract/imports.ts'
import { cleanText } from '#model/clean-text.ts'
import type { Choice, Field } from '#model/declaration.ts'
import { type Described, defOf, describe, kindOf, schemaAt, unwrap } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { lowered, titled } from '#model/words.ts'
import { type Value, valuesOf } from '#server/exports/cell-values.ts'
import { shortened } from './file-rows.ts'
import { noSigns, noteSigns } from './number-date-formats.ts'
import type { FileRow, Signs, StagedColumn } from './stage.ts'

/** What a column may fill, with all that reading its cells takes. */
export interface TargetField {
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

const ID: TargetField = {
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
export function targetFields(resource: Resource): readonly TargetField[] {
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

export function toImportField({ path, label, isRequired, hint }: TargetField): ImportField {
  return { path, label, isRequired, hint }
}

function isWritable({ create, update }: Resource, path: string): boolean {
  return [create, update].some((schema) => {
    const at = schemaAt(schema, path)
    return at !== undefined && defOf(unwrap(at)).type !== 'never'
  })
}

function fillableOf(resource: Resource, path: string, value: Value | undefined): TargetField {
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
  const isNullable = isPassword && made !== undefined && z.safeParse(made, null).success
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
      : !z.safeParse(above, undefined).success
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
    TargetField,
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

/** A head as it is compared: neither case nor what is between its words matters. */
function plain(head: string): string {
  return cleanText(head)
    .replace(/[\s_-]+/g, ' ')
    .toLowerCase()
}

/**
 * The field that each column fills, by what its head says; null where it says none. Each field is filled once: what
 * an export calls by id counts before names beside it, and of two columns of one name the first.
 */
export function matchHeads(
  headers: readonly string[],
  fields: readonly TargetField[],
): (string | null)[] {
  const matched: (string | null)[] = headers.map(() => null)
  const filled = new Set<string>()
  for (const { headsOf, fold } of PASSES) {
    const named = new Map<string, TargetField[]>()
    for (const one of fields)
      for (const head of new Set(headsOf(one).map(fold)))
        named.set(head, [...(named.get(head) ?? []), one])
    for (const [at, header] of headers.entries()) {
      if (matched[at] !== null || fold(header) === '') continue
      const times = named.get(fold(withoutZone(header).text)) ?? []
      const found = [
        ...(named.get(fold(header)) ?? []),
        ...times.filter(({ kind }) => kind === 'date'),
      ].find(({ path }) => !filled.has(path))
      if (!found) continue
      matched[at] = found.path
      filled.add(found.path)
    }
  }
  return matched
}

/** 'E-mail' is 'Email', and 'Active' the status, where no head says so more exactly. */
const PASSES: readonly {
  headsOf(one: TargetField): readonly string[]
  fold(head: string): string
}[] = [
  { headsOf: ({ heads }) => heads, fold: plain },
  { headsOf: ({ otherHeads }) => otherHeads, fold: plain },
  {
    headsOf: ({ heads, otherHeads, word }) => [...heads, ...otherHeads, ...(word ? [word] : [])],
    fold: (head) => plain(head).replaceAll(' ', ''),
  },
]

/** A workbook's times say in their head in which zone they are: 'Created (Europe/Vienna)'. */
export function withoutZone(header: string): { text: string; zone: string | undefined } {
  const [, text, zone] = /^(.*\S)\s*\(([^()]+)\)$/.exec(header.trim()) ?? []
  if (text === undefined || zone === undefined || !isZone(zone))
    return { text: header, zone: undefined }
  return { text, zone }
}

const zones = new Map<string, boolean>()

function isZone(zone: string): boolean {
  const known = zones.get(zone)
  if (known !== undefined) return known
  let is = true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    is = false
  }
  if (zones.size < 1000) zones.set(zone, is)
  return is
}

const MOST_SAMPLES = 3
/** The rows among which samples are searched. */
const SAMPLED_ROWS = 200

/**
 * Gathers some values of each column, different ones, by which its author knows it again; and what all of its texts
 * show of how numbers and dates are written.
 */
export function samplesOf() {
  const columns: Set<string>[] = []
  const signs: Signs[] = []
  let left = SAMPLED_ROWS
  return {
    see(rows: readonly FileRow[]): void {
      for (const { cells } of rows)
        for (const [at, cell] of cells.entries()) {
          signs[at] ??= noSigns()
          if (typeof cell === 'string') noteSigns(signs[at], cell)
        }
      for (const { cells } of rows.slice(0, left))
        for (const [at, cell] of cells.entries()) {
          columns[at] ??= new Set()
          const text = String(cell).trim()
          if (text !== '' && columns[at].size < MOST_SAMPLES) columns[at].add(shortened(text))
        }
      left = Math.max(0, left - rows.length)
    },
    of: (at: number): Pick<StagedColumn, 'sample' | 'signs'> => ({
      sample: [...(columns[at] ?? [])],
      signs: signs[at],
    }),
  }
}
