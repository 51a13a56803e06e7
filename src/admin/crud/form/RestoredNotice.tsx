import { Button } from 'antd'
import { useState } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { writtenAt } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { ButtonRow } from '#admin/ui/ButtonRow.tsx'
import { DiscardDialog } from '#admin/ui/DiscardDialog.tsx'
import { Notice } from '#admin/ui/Notice.tsx'
import type { Resource } from '#model/resource.ts'
import { Differences } from './Differences.tsx'
import { type FormState, isBusy } from './machine.ts'
import type { RecordForm } from './use-record-form.ts'

interface Props {
  resource: Resource
  record: RecordForm
  restored: NonNullable<FormState['restored']>
}

/** What an earlier form left is in this one: what of it differs from the record, and what found no place. */
export function RestoredNotice({ resource, record, restored }: Props) {
  const [asks, setAsks] = useState(false)
  const { at, mine, clashes, misfits, draft } = restored
  const isHere = record.mode === 'edit' && record.phase.is !== 'gone' && record.base
  return (
    <Notice>
      <p>
        {translate('What you had typed is here again, from {time}. It is not saved yet.', {
          time: writtenAt(at, Date.now()),
        })}
      </p>
      {isHere && mine.length > 0 ? (
        <Differences resource={resource} fields={mine} mine={draft} theirs={isHere} />
      ) : null}
      {clashes.length > 0 ? (
        <p>
          {translate('Saved by somebody since you typed: {fields}.', {
            fields: listInRow(clashes.map(({ label }) => translate(label))),
          })}
        </p>
      ) : null}
      {misfits.length > 0 ? (
        <>
          <p>{translate('This form has changed since. No place was found in it for:')}</p>
          <ul>
            {misfits.map(({ label, text }) => (
              <li key={label} dir="auto">
                {translate('{label}: {text}', { label: translate(label), text })}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <ButtonRow>
        <Button onClick={() => setAsks(true)} disabled={isBusy(record)}>
          {translate('Discard draft')}
        </Button>
      </ButtonRow>
      <DiscardDialog
        isOpen={asks}
        isSaving={false}
        keep={() => setAsks(false)}
        discard={() => {
          setAsks(false)
          record.startAfresh()
        }}
      />
    </Notice>
  )
}
