import { useWarnAboutChange } from '@refinedev/core'
import { useEffect, useState } from 'react'
import { contentOf, endDraftsOf } from '#admin/drafts/drafts.ts'
import { useDraft } from '#admin/drafts/use-draft.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { Draft } from '#admin/providers/adapters/draft.ts'
import { findDeleted, maySeeDeleted } from '#admin/providers/deleted.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { Mode } from './check-draft.ts'
import { readForm, writeForm } from './form-draft.ts'

/** Where what is typed into a resource's forms is kept. */
export const draftPlace = ({ page }: Resource): string => `form of ${page}`

/**
 * Keeps what is typed into a form from being lost: it is asked about before the page is left, and a draft of it
 * outlives whatever ends the page or the session. Gives what was found of an earlier one.
 */
export function useFormDraft(resource: Resource, id: string | undefined, isBegun: boolean) {
  const { setWarnWhen } = useWarnAboutChange()
  const draft = useDraft(draftPlace(resource), id ?? '', isBegun)
  const [found] = useState(() => {
    const form = draft.found && readForm(contentOf(draft.found))
    return form && draft.found ? { form, at: draft.found.at } : undefined
  })
  useEffect(() => {
    if (found) setWarnWhen?.(true)
  }, [found, setWarnWhen])
  return {
    found,
    warn: (isDirty: boolean) => setWarnWhen?.(isDirty),
    end: draft.end,
    /** Of a record that is not there: forgets all that was typed into it, and says so, if it is gone for good. */
    async forgetErased(record: string): Promise<boolean> {
      if (!maySeeDeleted(resource)) return false
      const { signal } = new AbortController()
      const deleted = await findDeleted(resource, record, signal).catch(() => undefined)
      if (deleted === null) endDraftsOf(draftPlace(resource), record)
      return deleted === null
    },
    /** Takes what the form holds, and what that is a change of. */
    keep(mode: Mode, typed: Draft, base: Row | undefined) {
      const form = writeForm(resource, mode, typed, base)
      if (form) draft.keep(nameIn(resource, mode, base ?? typed), form)
      else draft.end()
    },
  }
}

function nameIn(resource: Resource, mode: Mode, values: Draft): string {
  const name = nameOf(resource, values as Row)
  if (mode === 'edit') return name
  const noun = translateWithin(resource.label.one)
  if (name === resource.label.one) return translate('a new {noun}', { noun })
  return translate('a new {noun}, “{name}”,', { noun, name })
}
