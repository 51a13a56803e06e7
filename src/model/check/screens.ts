import type * as z from 'zod'
import type { Column } from '../columns.ts'
import type { Field } from '../declaration.ts'
import { type Described, defOf, describe, isCurrency, schemaAt, unwrap } from '../describe.ts'
import { isOrderedAt } from '../order.ts'
import { referenceAt } from '../references.ts'
import type { Resource } from '../resource.ts'
import type { Report } from './fault.ts'

type Words = Partial<Record<Described['kind'], string>>

/** Fields for each kind of value, the default first. */
const FIELDS: Words = {
  text: 'text email password url textArea colour image select reference',
  number: 'number money duration',
  boolean: 'boolean',
  choice: 'select',
  date: 'dateTime',
  day: 'date',
  list: 'commaList list reference',
  json: 'json',
  object: 'part',
}

/** The columns that show a value of each kind. */
const COLUMNS: Words = {
  text: 'text badge email link image colour reference',
  number: 'number text money duration',
  boolean: 'status boolean',
  choice: 'badge text',
  date: 'date text',
  day: 'date text',
  list: 'list reference',
  json: 'json',
  object: 'of reference',
}

/** Columns that would show a raw id. */
const BARE: readonly Column['kind'][] = ['text', 'list', 'badge', 'email', 'link']
/** Fields whose values need a mark in the schema. */
const MARKED: readonly Field['kind'][] = ['money', 'duration', 'colour']

export function checkScreens(resource: Resource, report: Report): void {
  const { columns, detail, inbox, list, hasOwnPage, row } = resource
  if (!hasOwnPage && columns.length === 0 && !list)
    report('columns', 'the list shows nothing', "write columns, or a list body: list: 'cards'")
  for (const column of columns) checkColumn(resource, column, 'columns', report)
  for (const column of typeof detail === 'object' ? detail : [])
    checkColumn(resource, column, 'detail', report)
  for (const key of ['address', 'subject', 'text'] as const)
    if (inbox && describe(row, inbox[key])?.kind !== 'text')
      report(`inbox.${key}`, `a row has no text '${inbox[key]}'`, 'write the path of a text')
  checkFields(resource, report)
}

function checkColumn(resource: Resource, column: Column, list: string, report: Report) {
  const { row, create, sorts } = resource
  const at = `${list} '${column.label}'`
  const { sort } = column
  if (sort !== undefined && !sorts.includes(sort))
    report(at, `'${sort}' is not sortable`, `add it to sorts: ['${sort}', …]`)
  if (!('path' in column) || column.path === undefined) return
  const { kind, path } = column
  const described = describe(row, path)
  if (!described) return report(at, `a row has no '${path}'`, 'write a path of the row')
  if (BARE.includes(kind) && referenceAt(row, path))
    report(at, `'${path}' is the id of another record`, `write c.reference('${path}')`)
  if (kind === 'reference' && !referenceAt(create, path))
    report(at, `'${path}' refers to no resource`, 'write reference(…) in the schema')
  const fit = kind === 'json' ? undefined : misfit(COLUMNS[described.kind], kind)
  if (fit !== undefined)
    report(at, `c.${kind} cannot show a value of the kind '${described.kind}'`, `use c.${fit}`)
}

/** Returns the word to use instead of one that does not fit a kind of value, or undefined if it fits. */
function misfit(words: string | undefined, word: string): string | undefined {
  if (words === undefined || `part ${words}`.split(' ').includes(word)) return undefined
  return words.split(' ')[0] || 'part'
}

function checkFields(resource: Resource, report: Report): void {
  const { fields, actions, create, update } = resource
  for (const mode of ['create', 'edit'] as const) {
    if (!actions.includes(mode)) continue
    const shown = fields.filter(({ on = mode }) => on === mode)
    const schema = mode === 'create' ? create : update
    for (const [index, field] of shown.entries()) {
      const at = `fields '${field.path}'`
      if (shown.findIndex(({ path }) => path === field.path) < index)
        report(at, 'there are two fields for it', 'remove one of the two')
      checkField(schema, mode, field, field.path, at, report)
    }
    if (mode === 'create' && !resource.hasOwnPage)
      for (const path of withoutField(create, '', shown))
        report(`create.${path}`, 'is required, and no field fills it', ADD_FIELD)
  }
}
const ADD_FIELD = 'add a field for it, or give it a default'

function checkField(
  schema: z.ZodObject,
  mode: 'create' | 'edit',
  field: Field,
  path: string,
  at: string,
  report: Report,
): void {
  const described = describe(schema, path)
  if (!described) {
    const other = mode === 'create' ? 'edit' : 'create'
    report(at, `the schema to ${mode} has no such key`, `add it there, or write { on: '${other}' }`)
    return
  }
  const { kind, format, currency, currencyIn, choices: known } = described
  const isOrdered = isOrderedAt(schema, path)
  if (field.kind === 'list' && !isOrdered)
    report(at, 'f.list edits ordered lists', 'write ordered({ … }) in the schema')
  if (isOrdered && field.kind !== 'list' && field.kind !== 'part')
    report(at, `f.${field.kind} cannot edit an ordered list`, 'use f.list')
  const fit = isOrdered ? undefined : misfit(FIELDS[kind], field.kind)
  if (fit !== undefined)
    report(at, `f.${field.kind} cannot edit a value of the kind '${kind}'`, `use f.${fit}`)
  if (MARKED.includes(field.kind) && format !== field.kind)
    report(at, `the schema does not say ${field.kind}`, `write ${field.kind}(…) in the schema`)
  if (currency !== undefined && !isCurrency(currency))
    report(at, `'${currency}' is not a currency`, "write three letters, like money('EUR')")
  const currencies = currencyIn === undefined ? [] : describe(schema, currencyIn)?.choices
  if (!currencies?.every(({ value }) => isCurrency(value)))
    report(at, `'${currencyIn}' offers no currencies`, "write choice(['EUR', 'USD'], 'EUR')")
  const entry = describe(schema, `${path}.0`)?.kind
  if (field.kind === 'commaList' && entry !== 'text' && entry !== 'choice')
    report(at, 'f.commaList edits texts', 'use f.reference for ids, or f.part')
  if (field.kind === 'reference' && !referenceAt(schema, path))
    report(at, 'the schema refers to no resource', 'write reference(…) or references(…) there')
  if (field.kind === 'select') {
    const { choices = [], asks = {} } = field
    const offered = (known ?? choices).map(({ value }) => value)
    if (offered.length === 0)
      report(at, 'there is nothing to choose from', 'write z.enum, or pass { choices }')
    for (const value of [...choices.map((one) => one.value), ...Object.keys(asks)])
      if (!offered.includes(value))
        report(at, `'${value}' is not a choice`, 'write a choice of the schema')
  }
  if (field.kind !== 'list') return
  for (const inner of field.fields)
    checkField(schema, mode, inner, `${path}.0.${inner.path}`, `${at} › '${inner.path}'`, report)
  if (mode === 'create')
    for (const lacking of withoutField(schema, `${path}.0`, field.fields, `${path}.0.`))
      report(`${at} › '${lacking}'`, 'is required, and no field fills it', ADD_FIELD)
}

/** Returns required keys that no field fills. Their form could never be saved. */
function withoutField(
  schema: z.ZodObject,
  path: string,
  fields: readonly Field[],
  above = '',
): string[] {
  const at = path ? schemaAt(schema, path) : schema
  const def = at && defOf(unwrap(at))
  if (def?.type !== 'object') return []
  return Object.keys(def.shape).flatMap((key) => {
    const whole = path ? `${path}.${key}` : key
    const own = whole.slice(above.length)
    const described = describe(schema, whole)
    if (fields.some((one) => `${own}.`.startsWith(`${one.path}.`))) return []
    // An optional object exists once a field fills a part of it.
    const isBegun = fields.some((one) => one.path.startsWith(`${own}.`))
    if (isBegun && described?.kind === 'object') return withoutField(schema, whole, fields, above)
    return described?.required && !isBegun ? [own] : []
  })
}

/** Names that every resource has, or that the language reserves. */
const KEPT_NAMES =
  'list get create update delete values export imports default new in do if for try void with this null'

/** Checks the names of actions, and the actions that set passwords. */
export function checkActions({ rowActions, listActions, fields }: Resource, report: Report): void {
  const names = [...rowActions, ...listActions].map(({ name }) => name)
  for (const action of [...rowActions, ...listActions]) {
    const { name } = action
    const at = `${rowActions.includes(action) ? 'rowActions' : 'listActions'} '${name}'`
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name) || KEPT_NAMES.split(' ').includes(name))
      report(at, 'cannot be the name of a function here', "write a verb like 'markAnswered'")
    if (names.filter((one) => one === name).length > 1)
      report(at, 'two actions have this name', 'give each its own')
  }
  for (const field of fields) {
    const instead = field.kind === 'password' ? field.instead : undefined
    const isThere = rowActions.some(({ name, shown }) => name === instead && shown !== undefined)
    if (instead !== undefined && !isThere)
      report(`fields '${field.path}'`, `no action '${instead}' shows a link`, 'name one with shown')
  }
}
