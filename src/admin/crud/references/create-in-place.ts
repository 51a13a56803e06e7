import { createContext, use, useMemo, useState } from 'react'
import { useIsLacking } from '#admin/providers/use-present.ts'
import { type Draft, fieldsOf, toDraft } from '#admin/wire/draft.ts'
import { setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'

/** A record that is missing where one is chosen: of what, what was typed for it, and who takes its id. */
export interface Missing {
  target: Resource
  typed: string
  take: (id: string) => void
}

/** What a form lends its reference fields: opens another form above it, unless that one is open already. */
export interface CreateInPlace {
  open: (missing: Missing) => void
  /** The pages of the forms that are open, each below the next. */
  pages: readonly string[]
}

export const CreateContext = createContext<CreateInPlace | undefined>(undefined)

/** What the form of a resource lends its fields, and the record that one of them misses until `found`. */
export function useMissing({ page }: Resource) {
  const below = use(CreateContext)?.pages
  const [missing, open] = useState<Missing>()
  const form = useMemo(() => ({ open, pages: [...(below ?? []), page] }), [below, page])
  return { form, missing, found: () => open(undefined) }
}

/** What opens the create form of a resource; undefined where none may be, or could be told from the one below. */
export function useCreateInPlace(target: Resource): CreateInPlace['open'] | undefined {
  const form = use(CreateContext)
  const isLacking = useIsLacking(target)
  const isOpen = form?.pages.includes(target.page)
  return isLacking || isOpen || !target.actions.includes('create') ? undefined : form?.open
}

const TEXTS = ['text', 'textArea', 'email', 'url']

/** The draft of a new record with what was typed for it in its first field that takes a text. */
export function draftWith(resource: Resource, typed: string | undefined): Draft {
  const draft = toDraft(resource, 'create')
  const first = fieldsOf(resource, 'create').find(({ kind }) => TEXTS.includes(kind))
  return typed?.trim() && first ? setAt(draft, first.path, typed.trim()) : draft
}
