import { type Draft, fieldsOf } from '#admin/providers/adapters/draft.ts'
import type { Row } from '#model/declaration.ts'
import { getAt, isObject, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Mode } from './check-draft.ts'

/** Where drafts of a resource's forms are kept. */
export const draftPlace = ({ page }: Resource): string => `form of ${page}`

/** What is kept of a form: its values, and the version of the record that they are a change of. */
export interface FormDraft {
  base?: Row
  typed: Draft
}

/** A form as it is kept: passwords are typed again. */
export function writeFormDraft(
  resource: Resource,
  mode: Mode,
  typed: Draft,
  base?: Row,
): FormDraft {
  const kept = fieldsOf(resource, mode)
    .filter(({ kind }) => kind !== 'password')
    .reduce<Draft>((all, { path }) => setAt(all, path, getAt(typed, path)), {})
  return { ...(base && { base }), typed: kept }
}

/** Reads a kept form, whoever wrote it: only what this form has fields for. Undefined when it is none. */
export function readFormDraft(
  resource: Resource,
  mode: Mode,
  value: unknown,
): FormDraft | undefined {
  if (!isObject(value) || !isObject(value.typed)) return undefined
  const { base } = value
  const isRow = isObject(base) && typeof base._id === 'string' && typeof base.id === 'string'
  return writeFormDraft(resource, mode, value.typed, isRow ? (base as Row) : undefined)
}
