import { Alert, Button, Spin, Typography } from 'antd'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { Elapsed } from '#admin/ui/Elapsed.tsx'
import type { Plan, PlannedItem } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { failed, NO_ANSWER_DONE } from '../notices.ts'
import css from './BulkDialog.module.css'
import { countedRecords, type Deed, doneWords } from './deeds.ts'
import { type BulkState, staysAs } from './use-bulk.ts'

/** How far it is, and what is known by then. Read out as it changes. */
export function Outcome({
  resource,
  deed,
  state,
  count,
  onUndo,
}: {
  resource: Resource
  deed: Deed
  state: BulkState
  /** How many are chosen. */
  count: number
  onUndo: (change: string) => void
}) {
  const change = state.phase === 'done' ? state.applied.id : undefined
  return (
    <div className={css.outcome} role="status">
      {state.phase === 'open' ? (
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          {translate('What would change is shown here first.')}
        </Typography.Text>
      ) : null}
      {state.phase === 'planning' ? (
        <div style={{ color: 'var(--muted)' }}>
          <Spin size="small" />{' '}
          {translate('Looking what would become of {records}. Nothing is changed yet.', {
            records: countedRecords(resource, count),
          })}{' '}
          <Elapsed />
        </div>
      ) : null}
      {state.phase === 'planned' ? (
        <Rehearsal resource={resource} deed={deed} plan={state.plan} />
      ) : null}
      {state.phase === 'applying' ? (
        <>
          <p>
            {translate(APPLYING[deed.kind], {
              records: countedRecords(resource, state.plan.counts.changed),
            })}{' '}
            {translate('All or nothing is done, in one step.')} <Elapsed />
          </p>
          <progress className={css.progress} aria-label={translate('Progress')} />
        </>
      ) : null}
      {state.phase === 'done' ? (
        <>
          <p>
            <strong>{doneWords(resource, deed, state.applied.counts.changed)}</strong>{' '}
            {change === undefined ? null : (
              <Button size="small" onClick={() => onUndo(change)}>
                {translate('Undo')}
              </Button>
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
        <Alert
          type="error"
          role="none"
          message={
            failed(state.error, 'This could not be done.', undefined, NO_ANSWER_DONE).message
          }
        />
      ) : null}
    </div>
  )
}

const APPLYING = {
  set: 'Changing {records}…',
  delete: 'Deleting {records}…',
  restore: 'Restoring {records}…',
} as const

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

/** So many names of a group are shown; the others are counted. */
const MOST = 50

/** Records that stay as they are, by why, each with a link that opens beside what is going on here. */
function Stayed({
  resource,
  items,
  text,
}: {
  resource: Resource
  items: readonly PlannedItem[]
  /** What is said of them; {records} is how many. */
  text: string
}) {
  if (items.length === 0) return null
  return (
    <section className={css.stayed}>
      <p>{translate(text, { records: countedRecords(resource, items.length) })}</p>
      <ul>
        {byReason(items).map((reason) => (
          <li key={reason.text}>
            <p style={{ overflowWrap: 'anywhere' }}>
              {reason.text || translate('No reason was given.')}
            </p>
            <Names resource={resource} items={reason.items} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Records by why they stay, those with the most first. */
function byReason(items: readonly PlannedItem[]) {
  const reasons = new Set(items.map(({ reason = '' }) => reason))
  return [...reasons]
    .map((text) => ({ text, items: items.filter(({ reason = '' }) => reason === text) }))
    .sort((one, other) => other.items.length - one.items.length)
}

/** What records are called, with links; many are folded. */
function Names({ resource, items }: { resource: Resource; items: readonly PlannedItem[] }) {
  const more = items.length - MOST
  return (
    <ul className={css.names}>
      {items.slice(0, MOST).map(({ id, name }) => (
        <li key={id ?? name}>
          <a href={pageAddress(resource.page, id)} target="_blank" rel="noreferrer" dir="auto">
            {name}
          </a>
        </li>
      ))}
      {more > 0 ? <li>{translate('and {count} more', { count: more })}</li> : null}
    </ul>
  )
}
