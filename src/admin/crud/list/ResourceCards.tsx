import { translate } from '#admin/format/translate.ts'
import { NewMark } from '#admin/ui/Badge.tsx'
import { Bone } from '#admin/ui/Bone.tsx'
import { isOnControl } from '#admin/ui/focus.ts'
import { repeat } from '#admin/ui/repeat.ts'
import { ShortTime } from '#admin/ui/ShortTime.tsx'
import { PAGE_SIZE } from '#contract/api.ts'
import { nameOf } from '#model/text-of.ts'
import { RowCell } from '../cells/RowCell.tsx'
import { Deletion } from '../deleted/Deletion.tsx'
import { RowCheck } from '../selection/Checks.tsx'
import { CardFacts } from './CardFacts.tsx'
import { placesOf } from './card-places.ts'
import { ExpandButton } from './ExpandButton.tsx'
import { FoundIn } from './FoundIn.tsx'
import { type ListRow, type ListTable, toggleDetail } from './list-columns.tsx'
import { useListScreen } from './list-screen.ts'
import css from './ResourceCards.module.css'
import type { ListBodyProps } from './ResourceTable.tsx'
import { RowActions } from './RowActions.tsx'
import { RowDetail } from './RowDetail.tsx'

/** The list on a phone: two lines for each record. A tap on one opens the record, its detail, or chooses it. */
export function ResourceCards({ table, notice }: ListBodyProps) {
  const { resource, list } = useListScreen()
  if (list.isPending) return <SkeletonCards />
  const { rows } = table.getRowModel()
  return (
    <>
      {notice}
      {rows.length > 0 ? (
        <ul
          className={css.cards}
          data-old={list.isOld}
          aria-label={translate(resource.title)}
          aria-busy={list.isOld}
        >
          {rows.map((row) => (
            <Card key={row.id} table={table} row={row} />
          ))}
        </ul>
      ) : null}
    </>
  )
}

function Card({ table, row }: { table: ListTable; row: ListRow }) {
  const { resource, list, fresh, selection } = useListScreen()
  const { original } = row
  const isChoosing = selection?.isShown === true
  const opens = resource.detail !== undefined && !isChoosing
  const tap = () => {
    if (isChoosing) selection.toggle(original, !selection.has(row.id), false)
    else if (opens) toggleDetail(table, row)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link, the check box or the button in it says it to keyboard and screen reader
    <li
      className={css.card}
      data-row={row.id}
      data-chosen={selection?.has(row.id)}
      data-leads={!isChoosing && !opens}
      data-fresh={row.id === fresh.row?.id}
      onClick={({ target }) => isOnControl(target) || tap()}
    >
      <RowCheck row={original} />
      <Lines row={row} />
      {resource.detail ? (
        <span className={css.opener}>
          <ExpandButton
            id={row.id}
            name={nameOf(resource, original)}
            isOpen={row.getIsExpanded()}
            toggle={() => toggleDetail(table, row)}
          />
        </span>
      ) : null}
      <span className={css.actions}>
        <RowActions row={original} />
      </span>
      {list.deleted ? (
        <div className={css.deletion}>
          <Deletion row={original} hasWord={true} />
        </div>
      ) : null}
      {row.getIsExpanded() ? <RowDetail row={original} /> : null}
    </li>
  )
}

/** What the record is called, and when it came; below, in grey, what else tells most of it, and its status. */
function Lines({ row: { id, original } }: { row: ListRow }) {
  const { resource, list, fresh } = useListScreen()
  const { name, status, day, rest } = placesOf(resource, list)
  const shared = { resource, row: original }
  const at = day && original[day.path]
  return (
    <div className={css.lines}>
      <div className={css.first}>
        <span className={css.name}>{name ? <RowCell {...shared} column={name} /> : null}</span>
        {id === fresh.row?.id ? <NewMark isBack={fresh.isBack} /> : null}
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
    <div className={css.cards} aria-hidden="true">
      {repeat(PAGE_SIZE, (key) => (
        <div key={key} className={css.card}>
          <span className={css.bones}>
            <Bone />
            <Bone />
          </span>
        </div>
      ))}
    </div>
  )
}
