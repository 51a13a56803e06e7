import { unsavedAt } from '#admin/http/unsaved.ts'
import type { Draft } from '#admin/wire/draft.ts'
import { setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Row } from '#model/spec.ts'

/** A form as it was when its session ended. */
interface KeptForm {
  /** Of the record that was edited; undefined while creating. */
  id: string | undefined
  /** What the draft is a change of. */
  base: Row | undefined
  draft: Draft
}

/** Where a resource's form is noted. */
export const placeOf = ({ page }: Resource): string => `form of ${page}`

/** The form of this resource that the end of a session interrupted. */
export function unsavedForm(resource: Resource): KeptForm | undefined {
  return unsavedAt(placeOf(resource)) as KeptForm | undefined
}

/** A draft without its passwords: those are typed again. */
export function storable({ fields }: Resource, draft: Draft): Draft {
  return fields
    .filter(({ kind }) => kind === 'password')
    .reduce((rest, { path }) => setAt(rest, path, ''), draft)
}
