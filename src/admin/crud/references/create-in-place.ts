import { createContext, use, useMemo, useState } from 'react'
import { ofSession } from '#admin/providers/access-control-provider.ts'
import { type Draft, fieldsOf, toDraft } from '#admin/providers/adapters/draft.ts'
import { useIsMissing } from '#admin/providers/use-present.ts'
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

/**
 * What opens the create form of a resource; undefined where the session's role or the backend has none, and where
 * it could not be told from the one below.
 */
export function useCreateInPlace(
  target: Resource,
): ((missing: Omit<Missing, 'target'>) => void) | undefined {
  const form = use(CreateContext)
  const isLacking = useIsMissing(target.api.path)
  if (!form || isLacking || form.pages.includes(target.page)) return undefined
  const allowed = ofSession(target)
  if (!allowed?.actions.includes('create')) return undefined
  return (missing) => form.open({ ...missing, target: allowed })
}

const TEXTS = ['text', 'textArea', 'email', 'url']

/** The draft of a new record with what was typed for it in its first field that takes a text. */
export function draftWith(resource: Resource, typed: string | undefined): Draft {
  const draft = toDraft(resource, 'create')
  const first = fieldsOf(resource, 'create').find(({ kind }) => TEXTS.includes(kind))
  return typed?.trim() && first ? setAt(draft, first.path, typed.trim()) : draft
}
