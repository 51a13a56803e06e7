import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import type { Resource } from '#model/resource.ts'
import { unansweredText } from '../notices.ts'
import { ConflictNotice } from './ConflictNotice.tsx'
import { FormNotice } from './FormNotice.tsx'
import type { useRecordForm } from './use-record-form.ts'

/** What is to be known above the fields: why nothing was saved, and the ways on. Nothing typed is lost by them. */
export function FormNotices({
  resource,
  record,
}: {
  resource: Resource
  record: ReturnType<typeof useRecordForm>
}) {
  const { obstacle, placed, isSaving } = record
  const noun = translate(resource.label.one).toLowerCase()
  return (
    <>
      {record.isRestored ? (
        <p className="crud-conflict" role="status">
          {translate('Your session had ended. What you had typed is here again, not saved yet.')}
        </p>
      ) : null}
      {record.isAnew ? (
        <p className="crud-conflict" role="status">
          {translate('The {noun} was deleted. This makes a new one of what it held.', { noun })}
        </p>
      ) : null}
      {obstacle?.kind === 'changed' ? (
        <ConflictNotice
          resource={resource}
          differences={obstacle.differences}
          loadLatest={record.loadLatest}
          saveMine={record.saveMine}
          isSaving={isSaving}
        />
      ) : null}
      {obstacle?.kind === 'gone' ? (
        <FormNotice text={translate('This {noun} was deleted since you opened it.', { noun })}>
          <p>{translate('What it held and what you typed is still here.')}</p>
          <div className="crud-buttons">
            {resource.actions.includes('create') ? (
              <Button onClick={record.createAnew} disabled={isSaving}>
                {translate('Create it anew')}
              </Button>
            ) : null}
            <Button onClick={record.close} disabled={isSaving}>
              {translate('Discard')}
            </Button>
          </div>
        </FormNotice>
      ) : null}
      {obstacle?.kind === 'unknown' ? (
        <FormNotice text={unansweredText(obstacle.error) ?? ''}>
          <Unknown record={record} />
        </FormNotice>
      ) : null}
      {placed.rest.length > 0 && (
        <ul className="crud-rest" role="alert">
          {placed.rest.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A new record has to be looked for; one that was changed can be asked for. */
function Unknown({ record }: { record: ReturnType<typeof useRecordForm> }) {
  const { mode, isSaving } = record
  if (mode === 'edit')
    return (
      <>
        <p>{translate('What you typed is still here.')}</p>
        <div className="crud-buttons">
          <Button onClick={record.lookAgain} loading={isSaving}>
            {translate('Check whether it was saved')}
          </Button>
        </div>
      </>
    )
  return (
    <>
      <p>
        {translate(
          'What you typed is still here. Look in the list before you save again, or it may be there twice.',
        )}
      </p>
      <div className="crud-buttons">
        <Button href={record.lookUp()} target="_blank" disabled={isSaving}>
          {translate('Look in the list (new tab)')}
        </Button>
        <Button onClick={record.close} disabled={isSaving}>
          {translate('It is there: close this form')}
        </Button>
      </div>
    </>
  )
}
