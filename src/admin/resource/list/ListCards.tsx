import { List, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { RowCell } from '#admin/crud/cells/RowCell.tsx'
import { Deletion } from '#admin/crud/deleted/Deletion.tsx'
import { CardFacts } from '#admin/crud/list/CardFacts.tsx'
import { placesOf } from '#admin/crud/list/card-places.ts'
import { ExpandButton } from '#admin/crud/list/ExpandButton.tsx'
import { FoundIn } from '#admin/crud/list/FoundIn.tsx'
import { useListScreen } from '#admin/crud/list/list-screen.ts'
import { RowActions } from '#admin/crud/list/RowActions.tsx'
import { RowDetail } from '#admin/crud/list/RowDetail.tsx'
import { RowCheck } from '#admin/crud/selection/Checks.tsx'
import { translate } from '#admin/format/translate.ts'
import { NewMark } from '#admin/ui/Badge.tsx'
import { isOnControl } from '#admin/ui/focus.ts'
import { ShortTime } from '#admin/ui/ShortTime.tsx'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Row } from '#model/declaration.ts'
import { nameOf } from '#model/text-of.ts'
import css from './ListCards.module.css'

/** The list on a phone: two lines for each record. A tap on one opens the record, its detail, or chooses it. */
export function ListCards({ notice }: { notice: ReactNode }) {
  const { resource, list, fresh } = useListScreen()
  if (list.isPending) return <SkeletonCards />
  return (
    <>
      {notice}
      {fresh.rows.length > 0 ? (
        <List
          className={css.cards ?? ''}
          aria-label={translate(resource.title)}
          aria-busy={list.isOld}
          dataSource={[...fresh.rows]}
          rowKey="id"
          loading={list.isOld && list.error === undefined ? { delay: 200 } : false}
          renderItem={(row) => <Card row={row} />}
        />
      ) : null}
    </>
  )
}

function Card({ row }: { row: Row }) {
  const { resource, list, fresh, selection, expanded, expand } = useListScreen()
  const isChoosing = selection?.isShown === true
  const opens = resource.detail !== undefined && !isChoosing
  const isOpen = expanded === row.id
  const tap = () => {
    if (isChoosing) selection.toggle(row, !selection.has(row.id))
    else if (opens) expand(row.id)
  }
  return (
    <List.Item
      className={css.card ?? ''}
      data-row={row.id}
      data-chosen={selection?.has(row.id)}
      data-leads={!isChoosing && !opens}
      data-fresh={row.id === fresh.row?.id}
      // The link, the check box or the button in it says it to keyboard and screen reader.
      onClick={({ target }) => isOnControl(target) || tap()}
    >
      <RowCheck row={row} />
      <Lines row={row} />
      {resource.detail ? (
        <span className={css.opener}>
          <ExpandButton
            id={row.id}
            name={nameOf(resource, row)}
            isOpen={isOpen}
            toggle={() => expand(row.id)}
          />
        </span>
      ) : null}
      <span className={css.actions}>
        <RowActions row={row} />
      </span>
      {list.deleted ? (
        <div style={{ flexBasis: '100%', paddingInlineEnd: 12 }}>
          <Deletion row={row} hasWord={true} />
        </div>
      ) : null}
      {isOpen ? <RowDetail row={row} /> : null}
    </List.Item>
  )
}

/** What the record is called, and when it came; below, in grey, what else tells most of it, and its status. */
function Lines({ row }: { row: Row }) {
  const { resource, list, fresh } = useListScreen()
  const { name, status, day, rest } = placesOf(resource, list)
  const shared = { resource, row }
  const at = day && row[day.path]
  return (
    <div style={{ flex: '1 1 40%', minWidth: 0 }}>
      <div className={css.first}>
        <span className={css.name}>{name ? <RowCell {...shared} column={name} /> : null}</span>
        {row.id === fresh.row?.id ? <NewMark isBack={fresh.isBack} /> : null}
        {day && typeof at === 'string' ? <ShortTime iso={at} label={translate(day.label)} /> : null}
      </div>
      <div className={css.second}>
        <CardFacts {...shared} columns={rest} />
        {status ? <RowCell {...shared} column={status} /> : null}
      </div>
      <FoundIn {...shared} columns={name ? [name, ...rest] : rest} />
    </div>
  )
}

export function SkeletonCards() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: PAGE_SIZE }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change their places
        <div key={at} style={{ minHeight: 64, padding: '12px 16px' }}>
          <Skeleton active title={false} paragraph={{ rows: 2, width: ['60%', '90%'] }} />
        </div>
      ))}
    </div>
  )
}
