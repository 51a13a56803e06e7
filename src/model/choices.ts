import type { Choice } from './declaration.ts'
import { describe } from './describe.ts'
import type { Resource } from './resource.ts'

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
