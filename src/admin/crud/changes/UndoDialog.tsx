import { type HttpError, useNotification } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { counted, formatNumber } from '#admin/format/numbers.ts'
import { timeAgo } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { undo, useRefresh } from '#admin/providers/changes.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import { Elapsed } from '#admin/ui/Elapsed.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import { CHANGES_PATH } from '#contract/change-names.ts'
import type { UndoBody, UndoItem, Undone } from '#contract/changes.ts'
import { failed, succeeded } from '../notices.ts'
import { fieldName } from './column-at.ts'
import css from './UndoDialog.module.css'
import { becomes, resourceNamed } from './words.ts'

export interface UndoProps {
  /** The change to take back. */
  change: string
  /** Of it only these records, or these fields of one. */
  only?: NonNullable<UndoBody>['only']
  /** It has been taken back already, and something stayed: there is nothing to ask any more. */
  undone?: Undone
  onClosed: () => void
  /** Once something was taken back. */
  onUndone?: (undone: Undone) => void
}

/** Says what of a change would be taken back, what stays and why, and does it when it is wanted so. */
export function UndoDialog({ change, only, undone: told, onClosed, onUndone }: UndoProps) {
  const [isOpen, setOpen] = useState(true)
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const isSent = useRef(false)
  const { open: notify } = useNotification()
  const refresh = useRefresh()
  const part = only ? { only } : {}
  // Always as it is now: what was planned before may be another thing by then.
  const plan = useQuery({
    queryKey: [CHANGES_PATH, change, 'undo', only],
    queryFn: () => undo(change, { plan: true, ...part }),
    enabled: told === undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data = told, error } = plan
  const count = data?.counts?.takenBack ?? data?.takenBack.length ?? 0
  const isOver = told !== undefined || (data !== undefined && count === 0)

  const takeBack = async () => {
    // A second press may come before anything is drawn.
    if (isSent.current) return
    isSent.current = true
    setSending(true)
    setTrouble(undefined)
    try {
      const undone = await undo(change, part)
      notify?.(succeeded(doneText(undone), undone.id))
      setOpen(false)
      await refresh(touched(undone))
      onUndone?.(undone)
    } catch (thrown) {
      const cause = thrown as HttpError
      setTrouble(failed(cause, 'This could not be taken back.').message)
      isSent.current = false
      if (outcomeOf(cause) === 'unknown') await refresh(data ? touched(data) : [])
    } finally {
      setSending(false)
    }
  }

  return (
    <QuestionDialog
      isOpen={isOpen}
      title={translate(titleOf(only, told))}
      text={data && !told && count === 0 ? 'There is nothing that can be taken back.' : ''}
      // What was sent is not taken back by leaving the question.
      no={isOver || isSending ? 'Close' : 'Cancel'}
      yes={isOver || !data ? undefined : 'Take back'}
      isBusy={isSending}
      trouble={trouble}
      onNo={() => setOpen(false)}
      onYes={() => void takeBack()}
      onClosed={onClosed}
    >
      <div className={css.plan} aria-busy={data === undefined && error === null}>
        {data ? (
          <>
            <Items
              title={told ? 'Taken back' : 'Will be taken back'}
              items={data.takenBack}
              count={data.counts?.takenBack}
              wordsOf={told ? fieldsIn : takenBackWords}
            />
            <Items
              title="Stays, for it was changed since"
              items={data.kept}
              count={data.counts?.kept}
              wordsOf={keptWords}
            />
            <Items
              title="Cannot be taken back"
              items={data.refused}
              count={data.counts?.refused}
              wordsOf={refusedWords}
            />
          </>
        ) : error ? (
          <div role="alert">
            <p>{error.message || translate('What would happen could not be found out.')}</p>
            <Button onClick={() => void plan.refetch()}>{translate('Retry')}</Button>
          </div>
        ) : (
          <Spinner />
        )}
      </div>
      {/* Stands from the start: what appears inside a live region is announced. */}
      <div role="status">
        {isSending ? (
          <p className={css.sending}>
            {counted(
              count,
              'Taking back {count} record, in one step…',
              'Taking back {count} records, in one step…',
            )}{' '}
            <Elapsed />
          </p>
        ) : null}
      </div>
    </QuestionDialog>
  )
}

function titleOf(only: UndoProps['only'], told: Undone | undefined): string {
  if (told)
    return told.takenBack.length > 0 ? 'Only a part was taken back' : 'Nothing was taken back'
  return only?.every(({ fields }) => fields) ? 'Take this value back?' : 'Take this change back?'
}

/** So many are named; the others are counted. */
const MOST = 50

function Items({
  title,
  items,
  count = items.length,
  wordsOf,
}: {
  title: string
  items: readonly UndoItem[]
  /** How many there are, where not all of them are named. */
  count?: number | undefined
  wordsOf: (item: UndoItem) => string
}) {
  if (items.length === 0) return null
  return (
    <section>
      <h2 className={css.title}>{`${translate(title)} (${formatNumber(count)})`}</h2>
      <ul className={css.items}>
        {items.slice(0, MOST).map((item) => (
          <li key={`${item.resource} ${item.id}`}>
            <strong dir="auto">{nameOf(item)}</strong> <span>{wordsOf(item)}</span>
          </li>
        ))}
        {count > MOST ? <li>{translate('and {count} more', { count: count - MOST })}</li> : null}
      </ul>
    </section>
  )
}

function nameOf({ name, resource }: UndoItem): string {
  return name || translate(resourceNamed(resource)?.label.one ?? 'Record')
}

function takenBackWords(item: UndoItem): string {
  const fields = fieldsIn(item)
  return item.action === 'update' && fields ? fields : becomes(item.action)
}

function keptWords(item: UndoItem): string {
  const ago = timeAgo(item.at, Date.now())
  const who =
    item.by && ago !== undefined ? translate('by {name}, {ago}', { name: item.by, ago }) : item.by
  return [fieldsIn(item), who ?? item.reason].filter(Boolean).join(', ')
}

function refusedWords(item: UndoItem): string {
  return [fieldsIn(item), item.reason].filter(Boolean).join(': ')
}

/** The names of the fields that it is about. */
function fieldsIn({ resource: named, fields = {}, action }: UndoItem): string {
  const resource = resourceNamed(named)
  if (!resource || action !== 'update') return ''
  const names = Object.keys(fields).map((path) => translate(fieldName(resource, path)))
  return listInRow([...new Set(names)])
}

function doneText({ takenBack, kept, refused, counts }: Undone): string {
  const done = counted(
    counts?.takenBack ?? takenBack.length,
    '{count} record taken back.',
    '{count} records taken back.',
  )
  const left = counts ? counts.kept + counts.refused : kept.length + refused.length
  if (left === 0) return done
  return `${done} ${counted(left, '{count} stays as it is.', '{count} stay as they are.')}`
}

function touched({ takenBack, kept, refused }: Undone): string[] {
  return [...new Set([...takenBack, ...kept, ...refused].map(({ resource }) => resource))]
}
