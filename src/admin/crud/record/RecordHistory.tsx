import { translate } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import type { Resource } from '#model/resource.ts'
import { History } from '../changes/History.tsx'
import { RecordCard } from './RecordCard.tsx'

/** What became of a record, where the backend keeps that. */
export function RecordHistory({ resource, id }: { resource: Resource; id: string }) {
  if (!hasChanges()) return null
  return (
    <RecordCard title={translate('History')}>
      <History resource={resource} id={id} />
    </RecordCard>
  )
}
