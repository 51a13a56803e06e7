import { useInvalidate } from '@refinedev/core'
import { Alert, Button, Empty, Skeleton } from 'antd'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { RestoreNotice } from '#admin/drafts/DraftNotices.tsx'
import { lookUpAddress } from '#admin/format/list-address.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { isStatus } from '#admin/providers/http-client.ts'
import { FailureNotice, Notice } from '#admin/ui/Notice.tsx'
import type { Resource } from '#model/resource.ts'
import { FieldTable } from '../changes/FieldTable.tsx'
import { goneText } from '../notices.ts'
import { useDeleted } from '../record/use-record.ts'
import { WriteFailure } from '../WriteFailure.tsx'
import type { RecordForm } from './use-record-form.ts'

interface Props {
  resource: Resource
  record: RecordForm
}

/** Notices above the fields: why the save failed, and the next steps. */
export function FormNotices({ resource, record }: Props) {
  const { failure } = record
  const { rest } = record.errors.placed
  const noun = translateWithin(resource.label.one)
  return (
    <>
      {record.offer && (record.isReady || isStatus(record.load.error, 404)) && !failure ? (
        <RestoreNotice at={record.offer.at} restore={record.restore} discard={record.discard} />
      ) : null}
      {record.isRecreated ? (
        <Notice>
          {translate('This {noun} was deleted. Save to create a new one from its values.', {
            noun,
          })}
        </Notice>
      ) : null}
      {failure ? (
        <WriteFailure
          key={failure.failure}
          resource={resource}
          error={failure}
          actions={<NextSteps resource={resource} record={record} />}
        >
          <FailureDetails resource={resource} record={record} />
        </WriteFailure>
      ) : null}
      {rest.length > 0 && (
        <Alert
          type="error"
          style={{ marginBlockEnd: 16 }}
          message={[...new Set(rest)].map((text) => <div key={text}>{text}</div>)}
        />
      )}
    </>
  )
}

/** The conflicting fields, or the note that the typed values are kept. */
function FailureDetails({ resource, record: { clash, failure, mode } }: Props) {
  if (clash)
    return (
      <FieldTable
        resource={resource}
        fields={clash.fields}
        titles={['Saved version', 'Your version']}
      />
    )
  if (failure?.failure === 'deleted')
    return <p>{translate('Your changes are kept. You can create it again with them.')}</p>
  return (
    <p>
      {translate(
        mode === 'create'
          ? 'Your changes are kept. To avoid a duplicate, check the list before you save again.'
          : 'Your changes are kept.',
      )}
    </p>
  )
}

/** The buttons of a failure. */
function NextSteps({ resource, record }: Props): ReactNode {
  const { clash, failure, isSaving } = record
  if (clash)
    return (
      <>
        <Button onClick={record.loadLatest} disabled={isSaving}>
          {translate('Use saved version')}
        </Button>
        <Button onClick={record.saveMine} loading={isSaving}>
          {translate('Save my version')}
        </Button>
      </>
    )
  if (failure?.failure === 'deleted')
    return (
      <>
        {resource.actions.includes('create') ? (
          <Button onClick={record.recreate} disabled={isSaving}>
            {translate('Create again')}
          </Button>
        ) : null}
        <Button onClick={record.close} disabled={isSaving}>
          {translate('Discard')}
        </Button>
      </>
    )
  if (record.mode === 'edit') return null
  return (
    <Button href={lookUpAddress(resource, record.typed())} target="_blank" disabled={isSaving}>
      {translate('Open the list (new tab)')}
    </Button>
  )
}

/** Shown until the record is loaded: the form's skeleton, or the error. */
export function Waiting({
  load: { error, again },
  resource,
  id,
  rows,
}: Pick<RecordForm, 'load'> & { resource: Resource; id: string; rows: number }) {
  if (isStatus(error, 404)) return <Gone resource={resource} id={id} />
  if (error) {
    const noun = translateWithin(resource.label.one)
    const text = error.message || translate('Failed to load this {noun}.', { noun })
    return <FailureNotice text={text} retry={again} />
  }
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <Skeleton active title={false} paragraph={{ rows: 2 * rows }} />
    </div>
  )
}

function Gone({ resource, id }: { resource: Resource; id: string }) {
  const invalidate = useInvalidate()
  const reloadList = useEffectEvent(
    () => void invalidate({ resource: resource.page, invalidates: ['list', 'many'] }),
  )
  useEffect(() => reloadList(), [])
  // Removes the drafts of a record that was erased.
  useDeleted(resource, id)
  return <Empty description={goneText(resource)} />
}
