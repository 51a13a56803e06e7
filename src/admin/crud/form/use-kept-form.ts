import { useWarnAboutChange } from '@refinedev/core'
import { useEffect, useState } from 'react'
import { noteUnsaved, unsavedAt } from '#admin/http/unsaved.ts'
import type { Draft } from '#admin/wire/draft.ts'
import type { Row } from '#model/declaration.ts'
import { setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'

/** A form as it was when its session ended. */
interface KeptForm {
  /** Of the record that was edited; undefined while creating. */
  id: string | undefined
  /** What the draft is a change of. */
  base: Row | undefined
  draft: Draft
}

const placeOf = ({ page }: Resource): string => `form of ${page}`

/** The form of this resource that the end of a session interrupted. */
export function unsavedForm(resource: Resource): KeptForm | undefined {
  return unsavedAt(placeOf(resource)) as KeptForm | undefined
}

/**
 * Keeps what is typed into a form from being lost unasked: by leaving the page, and by the end of the session.
 * Gives what an earlier session left of this form.
 */
export function useKeptForm(resource: Resource, id: string | undefined) {
  const { setWarnWhen } = useWarnAboutChange()
  const [found] = useState(() => {
    const left = unsavedForm(resource)
    return left?.id === id ? left : undefined
  })
  useEffect(() => {
    if (found) setWarnWhen?.(true)
    return () => noteUnsaved(placeOf(resource), undefined)
  }, [resource, found, setWarnWhen])
  return {
    found,
    setWarn: (isDirty: boolean) => setWarnWhen?.(isDirty),
    /** Takes what is unsaved; undefined when nothing is any more. Passwords are typed again. */
    note(unsaved: Omit<KeptForm, 'id'> | undefined) {
      const draft = unsaved && withoutPasswords(resource, unsaved.draft)
      noteUnsaved(placeOf(resource), unsaved && { id, base: unsaved.base, draft })
    },
  }
}

function withoutPasswords({ fields }: Resource, draft: Draft): Draft {
  return fields
    .filter(({ kind }) => kind === 'password')
    .reduce((rest, { path }) => setAt(rest, path, ''), draft)
}
