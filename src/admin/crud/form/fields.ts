import { choicesAt } from '#model/choices.ts'
import type { Choice, Field } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'

/** What a select offers: the declaration's choices or the schema's, and a foreign backend's value beside them. */
export function choicesOf(
  resource: Resource,
  field: Extract<Field, { kind: 'select' }>,
  value: unknown,
): readonly Choice[] {
  const known = choicesAt(resource, field.path) ?? field.choices ?? []
  if (typeof value !== 'string' || value === '' || known.some((one) => one.value === value))
    return known
  return [...known, { value, label: value }]
}

/** Whether a field shows what is wrong inside it at controls of its own. */
export function hasFieldsOfItsOwn({ kind }: Field): boolean {
  return kind === 'part' || kind === 'list'
}

/** A dotted path as antd's forms name fields: positions of lists are numbers. */
export function namePath(path: string): (string | number)[] {
  return path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))
}

/** The name of a record's form, which begins the ids of its controls. */
export function formNameOf({ page }: Resource, mode: 'create' | 'edit'): string {
  return `${page}-${mode}`
}

/** The id of a field's control, as antd makes it; below a part, the contract of src/admin/crud/parts/props.ts. */
export function controlId(formName: string, path: string): string {
  return `${formName}_${path.replaceAll('.', '_')}`
}
