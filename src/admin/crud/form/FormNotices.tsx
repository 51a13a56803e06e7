import { Alert, Button } from 'antd'
import { RestoreNotice } from '#admin/drafts/DraftNotices.tsx'
import { lookUpAddress } from '#admin/format/list-address.ts'
import { timeAgo } from '#admin/format/time.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { Notice } from '#admin/ui/Notice.tsx'
import type { Resource } from '#model/resource.ts'
import { useDeleted } from '../record/use-deleted.ts'
import { WriteFailure } from '../WriteFailure.tsx'
import { Differences } from './Differences.tsx'
import { clashesOf } from './merge-versions.ts'
import type { RecordForm } from './use-record-form.ts'

interface Props {
  resource: Resource
  record: RecordForm
}

/** What is to be known above the fields: why nothing was saved, and the ways on. Nothing typed is lost by them. */
export function FormNotices({ resource, record }: Props) {
  const { clash, failure, isSaving } = record
  const { rest } = record.errors.placed
  const noun = translateWithin(resource.label.one)
  return (
    <>
      {record.offer && record.isReady && !failure ? (
        <RestoreNotice at={record.offer.at} restore={record.restore} discard={record.discard} />
      ) : null}
      {record.isAnew ? (
        <Notice>
          {translate('The {noun} was deleted. This makes a new one of what it held.', { noun })}
        </Notice>
      ) : null}
      {clash ? (
        <WriteFailure
          failure="conflict"
          resource={resource}
          error={failure}
          actions={
            <>
              <Button onClick={record.loadLatest} disabled={isSaving}>
                {translate('Load latest')}
              </Button>
              <Button onClick={record.saveMine} loading={isSaving}>
                {translate('Save mine anyway')}
              </Button>
            </>
          }
        >
          <Differences
            resource={resource}
            fields={clashesOf(resource, clash)}
            mine={clash.change}
            theirs={clash.theirs}
          />
        </WriteFailure>
      ) : null}
      {failure?.failure === 'deleted' ? (
        <WriteFailure
          failure="deleted"
          resource={resource}
          actions={
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
          }
        >
          <p>
            {record.base ? <DeletedBy resource={resource} id={record.base.id} /> : null}
            {translate('What it held and what you typed is still here.')}
          </p>
        </WriteFailure>
      ) : null}
      {failure?.failure === 'unknownOutcome' ? (
        <Unknown resource={resource} record={record} />
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

/** A new record has to be looked for; one that was changed can be asked for. */
function Unknown({ resource, record }: Props) {
  const { isSaving } = record
  const isNew = record.mode === 'create'
  return (
    <WriteFailure
      failure="unknownOutcome"
      resource={resource}
      actions={
        isNew ? (
          <>
            <Button
              href={lookUpAddress(resource, record.typed())}
              target="_blank"
              disabled={isSaving}
            >
              {translate('Look in the list (new tab)')}
            </Button>
            <Button onClick={record.close} disabled={isSaving}>
              {translate('It is there: close this form')}
            </Button>
          </>
        ) : (
          <Button onClick={record.lookAgain} loading={isSaving}>
            {translate('Check whether it was saved')}
          </Button>
        )
      }
    >
      <p>
        {translate(
          isNew
            ? 'What you typed is still here. Look in the list before you save again, or it may be there twice.'
            : 'What you typed is still here.',
        )}
      </p>
    </WriteFailure>
  )
}

/** Who deleted it, and how long ago, where the backend tells it. */
function DeletedBy({ resource, id }: { resource: Resource; id: string }) {
  const { by, at } = useDeleted(resource, id).data ?? {}
  const ago = timeAgo(at, Date.now())
  if (!by || ago === undefined) return null
  return <>{`${translate('{name} deleted it {ago}.', { name: by, ago })} `}</>
}
