import { createContext, use } from 'react'
import { ofSession } from '#admin/providers/access-control-provider.ts'
import { type Draft, fieldsOf, toDraft } from '#admin/providers/adapters/draft.ts'
import { useIsMissing } from '#admin/providers/use-present.ts'
import { setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'

/** A missing record in a reference field: its resource, the typed text, and the callback for the new id. */
export interface Missing {
  target: Resource
  typed: string
  take: (id: string) => void
}

/** Lets reference fields open a create form above the current form. */
export const CreateContext = createContext<
  { open: (missing: Missing) => void; page: string } | undefined
>(undefined)

/**
 * Returns a function that opens the create form of a resource. Undefined if the role or the backend does not allow
 * it, or if the form is of the same resource as the one below.
 */
export function useCreateInPlace(
  target: Resource,
): ((missing: Omit<Missing, 'target'>) => void) | undefined {
  const form = use(CreateContext)
  const isLacking = useIsMissing(target.api.path)
  if (!form || isLacking || form.page === target.page) return undefined
  const allowed = ofSession(target)
  if (!allowed?.actions.includes('create')) return undefined
  return (missing) => form.open({ ...missing, target: allowed })
}

const TEXTS = ['text', 'textArea', 'email', 'url']

/** Returns the draft of a new record with the typed text in its first text field. */
export function draftWith(resource: Resource, typed: string | undefined): Draft {
  const draft = toDraft(resource, 'create')
  const first = fieldsOf(resource, 'create').find(({ kind }) => TEXTS.includes(kind))
  return typed?.trim() && first ? setAt(draft, first.path, typed.trim()) : draft
}
