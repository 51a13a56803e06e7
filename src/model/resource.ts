import type { complete } from './complete.ts'
import type { Choice, Field, ListField } from './declaration.ts'
import { describe } from './describe.ts'
import { capital, humanise, lowered } from './words.ts'

/** A complete and checked declaration. `Spec` documents the keys. */
export interface Resource extends ReturnType<typeof complete> {}

/** Returns whether a list has all records unless a page is requested. */
export function isListedWhole({ api: { envelope } }: Resource): boolean {
  return envelope === 'all' || envelope === 'plain'
}

/** Returns the label of a path, or undefined. A list has the label of its first entry's field. */
export function labelOf(
  { fields }: { fields: readonly Field[] },
  path: string,
): string | undefined {
  const field =
    fields.find((one) => one.path === path) ?? fields.find((one) => one.path === `${path}.0`)
  if (field) return field.label.replace(/ \(.*\)$/, '')
  const list = fields.find((one) => one.kind === 'list' && path.startsWith(`${one.path}.`))
  return list?.kind === 'list' ? labelInEntry(list, path) : undefined
}

/** 'Step 3 completion criteria', 'Phase 1 milestone 2 title'. */
function labelInEntry(list: ListField, path: string): string | undefined {
  const [, place, below] = /^(\d+)(?:\.(.*))?$/.exec(path.slice(list.path.length + 1)) ?? []
  if (place === undefined) return undefined
  const number = Number(place) + 1
  const entry = `${list.one} ${number}`
  if (below === undefined) return entry
  const label = labelOf(list, below) ?? humanise(below)
  return label.includes('{number}')
    ? capital(lowered(label.replace('{number}', String(number))))
    : `${entry} ${lowered(label)}`
}

type Declared = Pick<Resource, 'row' | 'create' | 'fields'>

/** Returns the choices of a value: the schema's values with the labels of the form's select. */
export function choicesAt(
  { row, create, fields }: Declared,
  path: string,
): readonly Choice[] | undefined {
  const field = fields.find((one) => one.path === path)
  const named = field?.kind === 'select' ? field.choices : undefined
  const offered = describe(row, path)?.choices ?? describe(create, path)?.choices
  return offered?.map((one) => named?.find(({ value }) => value === one.value) ?? one) ?? named
}

/** Returns the label of a value, or undefined if it is not one of the choices. */
export function choiceLabel(resource: Declared, path: string, value: string): string | undefined {
  return choicesAt(resource, path)?.find((one) => one.value === value)?.label
}
