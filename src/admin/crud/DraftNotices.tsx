import { endDraft } from '#admin/drafts/drafts.ts'
import type { KeptDraft } from '#admin/drafts/storage.ts'
import { useOffered } from '#admin/drafts/use-draft.ts'
import { DraftNotice } from '#admin/ui/DraftNotice.tsx'
import type { Resource } from '#model/resource.ts'
import type { FormTarget } from './form/FormModal.tsx'
import { draftPlace } from './form/use-form-draft.ts'

interface Props {
  resource: Resource
  /** Only of this record. */
  id?: string
  /** Opens the form that a draft belongs to. */
  open: (target: FormTarget) => void
}

/** What was typed into forms of a resource and neither saved nor given up: nothing of it opens unasked. */
export function DraftNotices({ resource, id, open }: Props) {
  const drafts = useOffered(draftPlace(resource)) ?? []
  const mayContinue = ({ record }: KeptDraft) =>
    resource.actions.includes(record === '' ? 'create' : 'edit')
  return drafts
    .filter((one) => (id === undefined || one.record === id) && mayContinue(one))
    .map((one) => (
      <DraftNotice
        key={one.id}
        name={one.name}
        at={one.at}
        go={() => open(one.record === '' ? { mode: 'create' } : { mode: 'edit', id: one.record })}
        discard={() => endDraft(one)}
      />
    ))
}
