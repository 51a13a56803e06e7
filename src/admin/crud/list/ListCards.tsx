import { List } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { amountSaid } from '#admin/format/amounts.ts'
import { translate } from '#admin/format/translate.ts'
import { ShortTime } from '#admin/ui/DateText.tsx'
import { isOnControl } from '#admin/ui/focus.ts'
import { Marked } from '#admin/ui/Marked.tsx'
import type { ListQuery } from '#contract/list-query.ts'
import { choiceLabel } from '#model/choices.ts'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { choiceWord } from '#model/words.ts'
import { Cell } from '../cells/Cell.tsx'
import { nameColumn } from '../cells/columns.ts'
import { RowCell } from '../cells/RowCell.tsx'
import { Deletion } from '../deleted/Deletion.tsx'
import { RowCheck } from '../selection/Checks.tsx'
import { ExpandButton } from './ExpandButton.tsx'
import css from './ListCards.module.css'
import { ListSkeleton } from './ListSkeleton.tsx'
import { useListScreen } from './list-screen.ts'
import { RowActions } from './RowActions.tsx'
import { RowDetail } from './RowDetail.tsx'
import { FoundIn, RowLine } from './RowLines.tsx'
import { shownSort } from './sort.ts'

/** The list on a phone: two lines for each record. A tap on one opens the record, its detail, or chooses it. */
export function ListCards({ notice }: { notice: ReactNode }) {
  const { resource, list } = useListScreen()
  if (list.isPending) return <ListSkeleton isCards />
  return (
    <>
      {notice}
      {list.rows.length > 0 ? (
        <List
          className={css.cards ?? ''}
          aria-label={translate(resource.title)}
          aria-busy={list.isOld}
          dataSource={[...list.rows]}
          rowKey="id"
          loading={list.isOld && list.error === undefined ? { delay: 200 } : false}
          renderItem={(row) => <Card row={row} />}
        />
      ) : null}
    </>
  )
}

function Card({ row }: { row: Row }) {
  const { resource, list, selection, expanded, expand } = useListScreen()
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
  const { resource, list } = useListScreen()
  const { name, status, day, rest } = placesOf(resource, list)
  const shared = { resource, row }
  const at = day && row[day.path]
  return (
    <div style={{ flex: '1 1 40%', minWidth: 0 }}>
      <div className={css.first}>
        <span className={css.name}>{name ? <RowCell {...shared} column={name} /> : null}</span>
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

interface Props {
  resource: Resource
  row: Row
}

/** What else is known of a record in one grey line, with dots between; what a record does not say is left out. */
function CardFacts({ resource, row, columns }: Props & { columns: readonly Column[] }) {
  const { counts } = useListScreen()
  const said = columns
    .filter((column) => {
      if (column.kind === 'uses') return counts?.get(row.id)?.uses[column.by] !== undefined
      return column.kind === 'part' || textOf(resource, column, row) !== ''
    })
    .toSorted((one, other) => Number(LONG.has(one.kind)) - Number(LONG.has(other.kind)))
  return (
    <span className={css.facts} dir="auto">
      {said.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns may be alike, and never change their places
        <Fragment key={index}>
          {index > 0 ? ' · ' : ''}
          <Fact resource={resource} row={row} column={column} />
        </Fragment>
      ))}
      {said.length > 0 && resource.line.length > 0 ? ' · ' : ''}
      <RowLine resource={resource} row={row} />
    </span>
  )
}

/** Kinds that may end in an ellipsis: they come after the others. */
const LONG: ReadonlySet<Column['kind']> = new Set(['text', 'of', 'person', 'email', 'list'])

/** Kinds that say nothing without their label. */
const LABELLED: ReadonlySet<Column['kind']> = new Set([
  'number',
  'money',
  'duration',
  'boolean',
  'uses',
])

function Fact({ resource, row, column }: Props & { column: Column }) {
  const text = textOf(resource, column, row)
  switch (column.kind) {
    case 'of':
      return <bdi>{amountSaid(text)}</bdi>
    case 'text':
    case 'person':
    case 'email':
    case 'list':
      return (
        <bdi>
          <Marked text={text} />
        </bdi>
      )
    case 'badge':
      return <bdi>{translate(choiceLabel(resource, column.path, text) ?? choiceWord(text))}</bdi>
    default:
      return (
        <span className={css.drawn}>
          {LABELLED.has(column.kind) ? `${translate(column.label)} ` : ''}
          <Cell resource={resource} row={row} column={column} />
        </span>
      )
  }
}

type DateColumn = Extract<Column, { kind: 'date' }>

/** Where on a phone's row each column stands. */
interface Places {
  name: Column | undefined
  /** A small chip: the status, else the first badge of what came from outside. */
  status: Column | undefined
  /** At the end of the first line: the date that the list is sorted by, else the first. */
  day: DateColumn | undefined
  /** In the order of the declaration; further dates are on the record's page. */
  rest: readonly Column[]
}

/** Finds the places of a resource's columns in a list of that order. */
function placesOf(resource: Resource, asked: Pick<ListQuery, 'sort' | 'deleted'>): Places {
  const { columns } = resource
  const name = nameColumn(resource) ?? columns[0]
  const dates = columns.filter((column): column is DateColumn => column.kind === 'date')
  const sorted = shownSort(resource, asked)?.path
  const day = dates.find(({ sort }) => sort !== undefined && sort === sorted) ?? dates[0]
  const status =
    columns.find(({ kind }) => kind === 'status') ??
    (resource.isFromPublic ? columns.find(({ kind }) => kind === 'badge') : undefined)
  const rest = columns.filter(
    (column) => column !== name && column !== status && column.kind !== 'date',
  )
  return { name, status, day, rest }
}
