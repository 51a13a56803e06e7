import { Button } from 'antd'
import { RestoreNotice } from '#admin/drafts/DraftNotices.tsx'
import { lookUpAddress } from '#admin/format/list-address.ts'
import { timeAgo } from '#admin/format/time.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { ButtonRow } from '#admin/ui/ButtonRow.tsx'
import { FormNotice, Notice } from '#admin/ui/Notice.tsx'
import type { Resource } from '#model/resource.ts'
import { savedByText, unansweredText } from '../notices.ts'
import { useDeleted } from '../record/use-deleted.ts'
import { Differences } from './Differences.tsx'
import css from './FormNotices.module.css'
import { isAnew, isBusy } from './machine.ts'
import { clashesOf } from './merge-versions.ts'
import type { RecordForm } from './use-record-form.ts'

interface Props {
  resource: Resource
  record: RecordForm
}

/** What is to be known above the fields: why nothing was saved, and the ways on. Nothing typed is lost by them. */
export function FormNotices({ resource, record }: Props) {
  const { phase } = record
  const { rest } = record.errors.placed
  const isSaving = isBusy(record)
  const noun = translateWithin(resource.label.one)
  return (
    <>
      {record.offer && phase.is === 'editing' ? (
        <RestoreNotice at={record.offer.at} restore={record.restore} discard={record.discard} />
      ) : null}
      {isAnew(record) ? (
        <Notice>
          {translate('The {noun} was deleted. This makes a new one of what it held.', { noun })}
        </Notice>
      ) : null}
      {phase.is === 'clash' ? (
        <FormNotice
          text={
            savedByText(resource, phase.clash.error) ??
            translate('This {noun} was changed since you opened it.', { noun })
          }
        >
          <Differences
            resource={resource}
            fields={clashesOf(resource, phase.clash)}
            mine={phase.clash.change}
            theirs={phase.clash.theirs}
          />
          <ButtonRow>
            <Button onClick={record.loadLatest} disabled={isSaving}>
              {translate('Load latest')}
            </Button>
            <Button onClick={record.saveMine} loading={isSaving}>
              {translate('Save mine anyway')}
            </Button>
          </ButtonRow>
        </FormNotice>
      ) : null}
      {phase.is === 'gone' ? (
        <FormNotice text={translate('This {noun} was deleted since you opened it.', { noun })}>
          <p>
            {record.base ? <DeletedBy resource={resource} id={record.base.id} /> : null}
            {translate('What it held and what you typed is still here.')}
          </p>
          <ButtonRow>
            {resource.actions.includes('create') ? (
              <Button onClick={record.createAnew} disabled={isSaving}>
                {translate('Create it anew')}
              </Button>
            ) : null}
            <Button onClick={record.close} disabled={isSaving}>
              {translate('Discard')}
            </Button>
          </ButtonRow>
        </FormNotice>
      ) : null}
      {phase.is === 'unknown' ? (
        <FormNotice text={unansweredText(phase.error) ?? ''}>
          <Unknown resource={resource} record={record} />
        </FormNotice>
      ) : null}
      {rest.length > 0 && (
        <ul className={css.rest} data-tint="red" role="alert">
          {[...new Set(rest)].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A new record has to be looked for; one that was changed can be asked for. */
function Unknown({ resource, record }: Props) {
  const isSaving = isBusy(record)
  if (record.mode === 'edit')
    return (
      <>
        <p>{translate('What you typed is still here.')}</p>
        <ButtonRow>
          <Button onClick={record.lookAgain} loading={isSaving}>
            {translate('Check whether it was saved')}
          </Button>
        </ButtonRow>
      </>
    )
  return (
    <>
      <p>
        {translate(
          'What you typed is still here. Look in the list before you save again, or it may be there twice.',
        )}
      </p>
      <ButtonRow>
        <Button href={lookUpAddress(resource, record.typed())} target="_blank" disabled={isSaving}>
          {translate('Look in the list (new tab)')}
        </Button>
        <Button onClick={record.close} disabled={isSaving}>
          {translate('It is there: close this form')}
        </Button>
      </ButtonRow>
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
