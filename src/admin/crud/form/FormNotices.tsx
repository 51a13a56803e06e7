import { useInvalidate } from '@refinedev/core'
import { Alert, Button, Empty, Skeleton, Table } from 'antd'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { RestoreNotice } from '#admin/drafts/DraftNotices.tsx'
import { lookUpAddress } from '#admin/format/list-address.ts'
import { listInRow } from '#admin/format/lists.ts'
import { timeAgo } from '#admin/format/time.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { isStatus } from '#admin/providers/http-client.ts'
import { FailureNotice, Notice } from '#admin/ui/Notice.tsx'
import type { Resource } from '#model/resource.ts'
import { goneText } from '../notices.ts'
import { useDeleted } from '../record/use-record.ts'
import { useNames } from '../references/use-names.ts'
import { WriteFailure } from '../WriteFailure.tsx'
import { type Difference, differences, type FieldVersion } from './differences.ts'
import { type Clash, clashesOf } from './merge-versions.ts'
import type { RecordForm } from './use-record-form.ts'

interface Props {
  resource: Resource
  record: RecordForm
}

/** What is to be known above the fields: why nothing was saved, and the ways on. Nothing typed is lost by them. */
export function FormNotices({ resource, record }: Props) {
  const { failure } = record
  const { rest } = record.errors.placed
  const noun = translateWithin(resource.label.one)
  return (
    <>
      {record.offer && (record.isReady || isStatus(record.load.error, 404)) && !failure ? (
        <RestoreNotice at={record.offer.at} restore={record.restore} discard={record.discard} />
      ) : null}
      {record.isAnew ? (
        <Notice>
          {translate('The {noun} was deleted. This makes a new one of what it held.', { noun })}
        </Notice>
      ) : null}
      {failure && failure.failure !== 'notSaved' ? (
        <WriteFailure
          key={failure.failure}
          failure={failure.failure}
          resource={resource}
          error={failure}
          actions={<WaysOn resource={resource} record={record} />}
        >
          {record.clash ? (
            <Differences resource={resource} clash={record.clash} />
          ) : (
            <p>
              {failure.failure === 'deleted' && record.base ? (
                <DeletedBy resource={resource} id={record.base.id} />
              ) : null}
              {translate(keptWords(record))}
            </p>
          )}
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

function keptWords({ failure, mode }: RecordForm): string {
  if (failure?.failure === 'deleted') return 'What it held and what you typed is still here.'
  return mode === 'create'
    ? 'What you typed is still here. Look in the list before you save again, or it may be there twice.'
    : 'What you typed is still here.'
}

/** The buttons of a failure. A new record without an answer has to be looked for; one that was changed can be asked for. */
function WaysOn({ resource, record }: Props): ReactNode {
  const { clash, failure, isSaving } = record
  if (clash)
    return (
      <>
        <Button onClick={record.loadLatest} disabled={isSaving}>
          {translate('Load latest')}
        </Button>
        <Button onClick={record.saveMine} loading={isSaving}>
          {translate('Save mine anyway')}
        </Button>
      </>
    )
  if (failure?.failure === 'deleted')
    return (
      <>
        {resource.actions.includes('create') ? (
          <Button onClick={record.createAnew} disabled={isSaving}>
            {translate('Create it anew')}
          </Button>
        ) : null}
        <Button onClick={record.close} disabled={isSaving}>
          {translate('Discard')}
        </Button>
      </>
    )
  if (record.mode === 'edit')
    return (
      <Button onClick={record.lookAgain} loading={isSaving}>
        {translate('Check whether it was saved')}
      </Button>
    )
  return (
    <>
      <Button href={lookUpAddress(resource, record.typed())} target="_blank" disabled={isSaving}>
        {translate('Look in the list (new tab)')}
      </Button>
      <Button onClick={record.close} disabled={isSaving}>
        {translate('It is there: close this form')}
      </Button>
    </>
  )
}

/** Who deleted it, and how long ago, where the backend tells it. */
function DeletedBy({ resource, id }: { resource: Resource; id: string }) {
  const { by, at } = useDeleted(resource, id).data ?? {}
  const ago = timeAgo(at, Date.now())
  if (!by || ago === undefined) return null
  return <>{`${translate('{name} deleted it {ago}.', { name: by, ago })} `}</>
}

/** What the fields that both changed hold in both versions, beside each other. */
function Differences({ resource, clash }: { resource: Resource; clash: Clash }) {
  const fields = clashesOf(resource, clash)
  if (fields.length === 0)
    return <p>{translate('The fields of this form are the same in both versions.')}</p>
  return (
    <Table<Difference>
      size="small"
      rowKey="path"
      dataSource={differences(resource, fields, clash.change, clash.theirs)}
      pagination={false}
      columns={[
        {
          title: translate('Field'),
          dataIndex: 'label',
          rowScope: 'row',
          render: (label: string) => translate(label),
        },
        { title: translate('Now saved'), dataIndex: 'theirs', render: inWords },
        { title: translate('Yours'), dataIndex: 'mine', render: inWords },
      ]}
    />
  )
}

function inWords(version: FieldVersion) {
  return (
    <span dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {typeof version === 'string' ? version : <NamesOf {...version} />}
    </span>
  )
}

function NamesOf({ to, ids }: Exclude<FieldVersion, string>) {
  const names = useNames(to, ids)
  return listInRow(ids.map((id) => names.nameOf(id)))
}

/** Until the record is there: the form's shape, or why it does not come. */
export function Waiting({
  load: { error, again },
  resource,
  fields,
}: Pick<RecordForm, 'load'> & { resource: Resource; fields: number }) {
  const invalidate = useInvalidate()
  const isGone = isStatus(error, 404)
  const reloadList = useEffectEvent(
    () => void invalidate({ resource: resource.page, invalidates: ['list', 'many'] }),
  )
  useEffect(() => {
    if (isGone) reloadList()
  }, [isGone])
  if (isGone) return <Empty description={goneText(resource)} />
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
      <Skeleton active title={false} paragraph={{ rows: 2 * fields }} />
    </div>
  )
}
