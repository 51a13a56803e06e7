import { useEffect } from 'react'
import { translate } from '#admin/format/translate.ts'
import { EmptyNotice, FailureNotice } from '#admin/ui/Notice.tsx'
import type { Resource } from '#model/resource.ts'
import { goneText, isStatus } from '../notices.ts'
import type { useRecordForm } from './use-record-form.ts'

/** Until the record is there: the form's shape, or why it does not come. */
export function Waiting({
  record,
  resource,
  fields,
}: {
  record: ReturnType<typeof useRecordForm>
  resource: Resource
  fields: number
}) {
  const { loadError, reloadList } = record
  const isGone = isStatus(loadError, 404)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it turns out
  useEffect(() => {
    if (isGone) reloadList()
  }, [isGone])
  if (isGone) return <EmptyNotice text={goneText(resource)} />
  if (loadError) {
    const noun = translate(resource.label.one).toLowerCase()
    const text = loadError.message || translate('Failed to load this {noun}.', { noun })
    return <FailureNotice text={text} retry={record.reload} />
  }
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <div key={index} className="crud-waiting">
          <span className="crud-bone" />
          <span className="crud-bone" />
        </div>
      ))}
    </div>
  )
}
