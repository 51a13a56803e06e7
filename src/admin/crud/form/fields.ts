import type { Choice, Field } from '#model/declaration.ts'
import { choicesAt, type Resource } from '#model/resource.ts'

/**
 * Returns the options of a select: the declaration's or the schema's, plus the current value if a backend sent an
 * unknown one.
 */
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

/** Returns whether a field shows errors at controls inside it. */
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

/**
 * Returns the id of a field's control, as antd builds it. For paths inside a part see
 * src/admin/crud/parts/props.ts.
 */
export function controlId(formName: string, path: string): string {
  return `${formName}_${path.replaceAll('.', '_')}`
}
