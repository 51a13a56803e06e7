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

/** Folded entries and sections around one control, at most. */
const DEEPEST = 5

/**
 * Puts the focus on the control of a dotted path. Sections and entries around it that are folded are opened; what has
 * no control of its own is led to by the nearest one around it.
 */
export function focusControl(formName: string, path: string, how?: FocusOptions): void {
  const exact = document.getElementById(controlId(formName, path))
  if (exact && !exact.closest('[data-folded]')) exact.focus(how)
  // What is wrong may be about to be drawn.
  else requestAnimationFrame(() => lead(formName, path, how, DEEPEST))
}

function lead(formName: string, path: string, how: FocusOptions | undefined, left: number): void {
  const found = nearest(formName, path)
  const folded = found?.closest<HTMLElement>('[data-folded]')
  const head = folded
    ? document.querySelector<HTMLElement>(`[data-section='${folded.dataset.folded}']`)
    : undefined
  if (left > 0 && head) {
    head.click()
    requestAnimationFrame(() => lead(formName, path, how, left - 1))
  } else found?.focus(how)
}

function nearest(formName: string, path: string): HTMLElement | null {
  const found = document.getElementById(controlId(formName, path))
  const cut = path.lastIndexOf('.')
  return found ?? (cut < 0 ? null : nearest(formName, path.slice(0, cut)))
}
