import { Button, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { FormDialog } from '#admin/ui/FormDialog.tsx'
import { NoticeBar } from '#admin/ui/Notice.tsx'
import type { Plan } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import { failed } from '../notices.ts'
import type { Selection } from '../selection/use-selection.ts'
import css from './BulkDialog.module.css'
import { changeOf, type Deed } from './deeds.ts'
import { Names, Stayed } from './Stayed.tsx'
import { type BulkState, staysAs, useBulk } from './use-bulk.ts'
import { ValueControl } from './ValueControl.tsx'
import { countedRecords, doneWords, doWords, titleOf } from './words.ts'

/**
 * A change of the chosen records (LIST-06): first what would come of it, and which stay as they are and why; then,
 * once it is wanted, what came of it. What could not be changed stays chosen.
 */
export function BulkDialog({
  resource,
  list,
  selection,
  deed: asked,
  onDone,
  onUndo,
  onClosed,
}: {
  resource: Resource
  list: ResourceList
  selection: Selection
  deed: Deed
  /** Some were changed, by this change. */
  onDone: (text: string, change: string | undefined) => void
  onUndo: (change: string) => void
  onClosed: () => void
}) {
  const [isOpen, setOpen] = useState(true)
  const [deed, setDeed] = useState(asked)
  /** What was chosen as it began: the selection changes once it is done. */
  const [chosen] = useState({ isAll: selection.isAll, names: selection.names })
  const [count] = useState(selection.count)
  const bulk = useBulk(resource, list, chosen, changeOf(deed))
  const { state } = bulk
  const no = useRef<HTMLButtonElement>(null)
  const close = () => state.phase === 'applying' || setOpen(false)

  const apply = async () => {
    const done = await bulk.apply()
    if (done?.phase !== 'done') return
    const { applied, stayed } = done
    selection.take(new Map(stayed.flatMap(({ id, name }) => (id ? [[id, name] as const] : []))))
    if (stayed.length > 0) return
    setOpen(false)
    onDone(doneWords(resource, deed, applied.counts.changed), applied.id)
  }
  // The button that was pressed is gone then.
  useEffect(() => {
    if (state.phase === 'done') no.current?.focus()
  }, [state.phase])

  const planned = 'plan' in state ? state.plan : undefined
  const { changed = 0 } = planned?.counts ?? {}
  return (
    <FormDialog
      open={isOpen}
      width={560}
      title={titleOf(resource, deed, planned?.items.length ?? count)}
      onCancel={close}
      maskClosable={false}
      afterOpenChange={(opened) => (opened ? focusFirst(no.current) : onClosed())}
      footer={
        <>
          <Button ref={no} onClick={close}>
            {translate(state.phase === 'done' ? 'Close' : 'Cancel')}
          </Button>
          {state.phase === 'failed' ? (
            <Button type="primary" onClick={bulk.planAgain}>
              {translate(state.isUnsure ? 'Look what was done' : 'Try again')}
            </Button>
          ) : null}
          {state.phase === 'done' ? null : state.phase === 'failed' ? null : (
            <Button
              type="primary"
              danger={deed.kind === 'delete'}
              disabled={changed === 0}
              loading={state.phase === 'applying'}
              onClick={() => void apply()}
            >
              {doWords(deed, planned ? changed : count, planned?.items.length ?? count)}
            </Button>
          )}
        </>
      }
    >
      <div className={css.body}>
        {deed.kind === 'set' && asked.kind === 'set' && asked.value === undefined ? (
          <ValueControl
            resource={resource}
            field={deed.field}
            value={deed.value}
            isDisabled={state.phase === 'applying' || state.phase === 'done'}
            onChange={(value) => setDeed({ ...deed, value })}
          />
        ) : null}
        <Outcome
          resource={resource}
          deed={deed}
          state={state}
          onUndo={(change) => {
            setOpen(false)
            onUndo(change)
          }}
        />
      </div>
    </FormDialog>
  )
}

/** How far it is, and what is known by then. Read out as it changes. */
function Outcome({
  resource,
  deed,
  state,
  onUndo,
}: {
  resource: Resource
  deed: Deed
  state: BulkState
  onUndo: (change: string) => void
}) {
  return (
    <div className={css.outcome} role="status">
      {state.phase === 'open' ? (
        <p className={css.quiet}>{translate('What would change is shown here first.')}</p>
      ) : null}
      {state.phase === 'planning' ? (
        <div className={css.quiet}>
          <Spin size="small" /> {translate('Looking what would change…')}
        </div>
      ) : null}
      {state.phase === 'planned' ? (
        <Rehearsal resource={resource} deed={deed} plan={state.plan} />
      ) : null}
      {state.phase === 'applying' ? (
        <>
          <p>
            {translate('Changing {records}… All or nothing is done, whatever happens meanwhile.', {
              records: countedRecords(resource, state.plan.counts.changed),
            })}
          </p>
          <progress className={css.progress} aria-label={translate('Progress')} />
        </>
      ) : null}
      {state.phase === 'done' ? (
        <>
          <p>
            <strong>{doneWords(resource, deed, state.applied.counts.changed)}</strong>{' '}
            {state.applied.id === undefined ? null : (
              <UndoButton change={state.applied.id} undo={onUndo} />
            )}
          </p>
          <Stayed
            resource={resource}
            items={state.stayed}
            text="{records} stayed as before, and stay selected:"
          />
        </>
      ) : null}
      {state.phase === 'failed' ? (
        <NoticeBar tone="red">
          <p>
            {state.isUnsure
              ? translate('The server gave no answer. It is not known whether this was done.')
              : failed(state.error, 'This could not be done.').message}
          </p>
        </NoticeBar>
      ) : null}
    </div>
  )
}

function UndoButton({ change, undo }: { change: string; undo: (change: string) => void }) {
  return (
    <Button size="small" onClick={() => undo(change)}>
      {translate('Undo')}
    </Button>
  )
}

/** What would come of it. */
function Rehearsal({ resource, deed, plan }: { resource: Resource; deed: Deed; plan: Plan }) {
  const { counts, items } = plan
  const changed = items.filter(({ state }) => state === 'changed')
  const said = { records: countedRecords(resource, counts.changed) }
  const question =
    deed.kind === 'set' && deed.field.kind === 'select'
      ? deed.field.asks?.[String(deed.value)]
      : undefined
  return (
    <>
      {counts.changed > 0 ? (
        <details>
          <summary>
            <strong>
              {deed.kind === 'delete'
                ? translate('{records} will be deleted.', said)
                : deed.kind === 'restore'
                  ? translate('{records} will be restored.', said)
                  : translate('{records} will change.', said)}
            </strong>
          </summary>
          <Names resource={resource} items={changed} />
        </details>
      ) : (
        <p>
          <strong>{translate('Nothing would change.')}</strong>
        </p>
      )}
      {deed.kind === 'delete' && counts.changed > 0 ? (
        <p>{translate('They stand in Deleted for a while, and can be restored from there.')}</p>
      ) : null}
      {question && counts.changed > 0 ? <p>{translate(question.text)}</p> : null}
      {counts.unchanged > 0 ? (
        <p>
          {translate('Already so: {records}.', {
            records: countedRecords(resource, counts.unchanged),
          })}
        </p>
      ) : null}
      <Stayed
        resource={resource}
        items={items.filter((item) => staysAs(item))}
        text="{records} will stay as before:"
      />
    </>
  )
}

/** What is to be set comes first; where there is nothing to choose, what changes nothing. */
function focusFirst(no: HTMLElement | null): void {
  const dialog = no?.closest('.ant-modal')
  const control = dialog?.querySelector<HTMLElement>('.ant-modal-body :is(select, input)')
  ;(control ?? no)?.focus()
}
