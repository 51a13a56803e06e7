import { Flex, Typography } from 'antd'
import { useState } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { counted, formatNumber } from '#admin/format/numbers.ts'
import { timeAgo } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { Elapsed } from '#admin/ui/Elapsed.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { UndoItem, Undone } from '#contract/changes.ts'
import { fieldName } from './column-at.ts'
import css from './UndoDialog.module.css'
import { becomes, resourceNamed } from './words.ts'

/** Shows which part of a change can be undone and what stays and why, and undoes that part if wanted. */
export function UndoDialog({
  plan,
  isValue,
  send,
  isSending,
  isDone,
  trouble,
  onClosed,
}: {
  /** What would happen. */
  plan: Undone
  /** Only a value of one record is meant. */
  isValue: boolean
  /** Undoes it. */
  send: () => void
  isSending: boolean
  isDone: boolean
  trouble: string | undefined
  onClosed: () => void
}) {
  const [isLeft, setLeft] = useState(false)
  const count = plan.counts?.takenBack ?? plan.takenBack.length

  return (
    <QuestionDialog
      isOpen={!(isLeft || isDone)}
      title={translate(titleOf(count, isValue))}
      text=""
      // What was sent is not stopped by leaving the question.
      no={count === 0 || isSending ? 'Close' : 'Cancel'}
      yes={count === 0 ? undefined : 'Undo'}
      isBusy={isSending}
      trouble={trouble}
      onNo={() => setLeft(true)}
      onYes={send}
      onClosed={onClosed}
    >
      <Flex vertical gap={16} style={{ minHeight: 48 }}>
        <Items
          title="Will be undone"
          items={plan.takenBack}
          count={plan.counts?.takenBack}
          wordsOf={takenBackWords}
        />
        <Items
          title="Stays as it is, changed since"
          items={plan.kept}
          count={plan.counts?.kept}
          wordsOf={keptWords}
        />
        <Items
          title="Cannot be undone"
          items={plan.refused}
          count={plan.counts?.refused}
          wordsOf={refusedWords}
        />
      </Flex>
      {/* Stands from the start: what appears inside a live region is announced. */}
      <div role="status">
        {isSending ? (
          <Typography.Text type="secondary" style={{ display: 'block', marginBlockStart: 12 }}>
            {counted(count, 'Undoing {count} record…', 'Undoing {count} records…')} <Elapsed />
          </Typography.Text>
        ) : null}
      </div>
    </QuestionDialog>
  )
}

function titleOf(count: number, isValue: boolean): string {
  if (count > 0) return 'Only part of this can be undone'
  return isValue ? 'This value cannot be restored' : 'This cannot be undone'
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
      <h2 style={{ fontSize: 14 }}>{`${translate(title)} (${formatNumber(count)})`}</h2>
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
