import { Flex, List, Typography } from 'antd'
import { listInRow } from '#admin/format/lists.ts'
import { formatNumber } from '#admin/format/numbers.ts'
import { timeAgo } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { type Question, QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { ItemAction, UndoItem, Undone } from '#contract/changes.ts'
import { resourceNamed } from '../references/target.ts'
import { fieldName } from './values.ts'

/** Shows which parts of a change can be undone and why others cannot. Undoes the possible part on confirmation. */
export function UndoDialog({
  plan: { takenBack, kept, refused, counts },
  ...question
}: Pick<Question, 'isOpen' | 'isBusy' | 'onNo' | 'onYes' | 'onClosed'> & {
  plan: Undone
}) {
  const isNone = takenBack.length === 0
  return (
    <QuestionDialog
      {...question}
      title={translate(isNone ? 'This cannot be undone' : 'Only part of this can be undone')}
      text=""
      no={isNone ? 'Close' : 'Cancel'}
      yes={isNone ? undefined : 'Undo'}
    >
      <Flex vertical gap={16}>
        <Items
          title="Will be undone"
          items={takenBack}
          count={counts?.takenBack}
          wordsOf={(item) => fieldsIn(item) || translate(BECOMES[item.action])}
        />
        <Items
          title="Will be kept, because it changed later"
          items={kept}
          count={counts?.kept}
          wordsOf={(item) => [fieldsIn(item), whoIn(item)].filter(Boolean).join(', ')}
        />
        <Items
          title="Cannot be undone"
          items={refused}
          count={counts?.refused}
          wordsOf={(item) => [fieldsIn(item), item.reason].filter(Boolean).join(': ')}
        />
      </Flex>
    </QuestionDialog>
  )
}

/** Effects of an undo on a record, by the action that is undone. */
const BECOMES: Readonly<Record<ItemAction, string>> = {
  create: 'will be deleted',
  update: 'will go back to its earlier values',
  delete: 'will be restored',
  restore: 'will be deleted again',
}

function Items({
  title,
  items,
  count = items.length,
  wordsOf,
}: {
  title: string
  items: readonly UndoItem[]
  count?: number | undefined
  wordsOf: (item: UndoItem) => string
}) {
  if (items.length === 0) return null
  return (
    <section>
      <h2 style={{ fontSize: 14 }}>{`${translate(title)} (${formatNumber(count)})`}</h2>
      <List
        size="small"
        split={false}
        style={{ maxHeight: 240, overflowY: 'auto' }}
        dataSource={[...items]}
        rowKey={({ resource, id }) => `${resource} ${id}`}
        renderItem={(item) => (
          <List.Item style={{ padding: '2px 0', overflowWrap: 'anywhere' }}>
            <span>
              <strong dir="auto">
                {item.name || translate(resourceNamed(item.resource)?.label.one ?? 'Record')}
              </strong>{' '}
              <Typography.Text type="secondary">{wordsOf(item)}</Typography.Text>
            </span>
          </List.Item>
        )}
        {...(count > items.length && {
          footer: translate('and {count} more', { count: count - items.length }),
        })}
      />
    </section>
  )
}

function whoIn({ at, by, reason }: UndoItem): string | undefined {
  const ago = timeAgo(at, Date.now())
  return by && ago !== undefined ? translate('by {name}, {ago}', { name: by, ago }) : (by ?? reason)
}

function fieldsIn({ resource: named, fields = {}, action }: UndoItem): string {
  const resource = resourceNamed(named)
  if (!resource || action !== 'update') return ''
  const names = Object.keys(fields).map((path) => translate(fieldName(resource, path)))
  return listInRow([...new Set(names)])
}
