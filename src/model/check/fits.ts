import type { Field } from '../declaration.ts'
import type { Described } from '../describe.ts'
import { type Format, isCurrency } from '../formats.ts'
import { aKind } from './nearest.ts'

/** Which kinds of values each kind of field can edit; one that is not listed edits anything. */
const EDITS: Partial<Record<Field['kind'], readonly Described['kind'][]>> = {
  text: ['text', 'other'],
  email: ['text'],
  password: ['text'],
  url: ['text', 'other'],
  textArea: ['text', 'other'],
  number: ['number'],
  money: ['number'],
  duration: ['number'],
  date: ['day'],
  dateTime: ['date'],
  colour: ['text'],
  image: ['text'],
  json: ['json'],
  boolean: ['boolean'],
  commaList: ['list'],
}

/** The fields that need to know more of a value than its kind, and how the schema says it. */
const MADE_BY: Partial<Record<Field['kind'], string>> = {
  money: "money('EUR')",
  duration: 'duration()',
  colour: 'colour()',
}

/** What edits a value of each kind, where its format asks for nothing else. */
const EDITOR: Readonly<Record<Described['kind'], string>> = {
  text: 'f.text',
  date: 'f.dateTime',
  day: 'f.date',
  number: 'f.number',
  boolean: 'f.boolean',
  choice: 'f.select',
  list: 'f.commaList',
  object: 'f.text',
  json: 'f.json',
  other: 'f.part',
}
const FORMATTED: Readonly<Record<Format, string>> = {
  money: 'f.money',
  duration: 'f.duration',
  colour: 'f.colour',
  image: 'f.image',
  email: 'f.email',
  web: 'f.url',
  json: 'f.json',
}

/** The field that edits what a schema has at a path: 'f.dateTime'. */
export function editorOf({ kind, format }: Described): string {
  return format ? FORMATTED[format] : EDITOR[kind]
}

/** Why a field cannot edit what the schema has at its path, and what to write; undefined when it can. */
export function misfit(
  { kind }: Field,
  described: Described,
): { what: string; fix: string } | undefined {
  const edits = EDITS[kind]
  if (edits && !edits.includes(described.kind)) {
    const value = { date: 'date-time', day: 'date' }[described.kind as string] ?? described.kind
    return {
      what: `a ${kind} field cannot edit ${aKind(value)} value`,
      fix: `use ${editorOf(described)}, or change the schema`,
    }
  }
  const { format, currency, currencyIn } = described
  if (format === 'money' && currencyIn === undefined && !isCurrency(currency ?? ''))
    return {
      what: `'${currency}' is no currency`,
      fix: "write its three letters, like money('EUR')",
    }
  const maker = MADE_BY[kind]
  if (!maker || format === kind) return undefined
  return {
    what: `the schema does not say that the value is ${kind === 'money' ? 'money' : `a ${kind}`}`,
    fix: `write ${maker} in the schema, or use ${editorOf(described)}`,
  }
}
