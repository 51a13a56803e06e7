import { List } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { amountSaid } from '#admin/format/amounts.ts'
import { translate } from '#admin/format/translate.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { isOnControl } from '#admin/ui/focus.ts'
import { Marked } from '#admin/ui/Marked.tsx'
import type { ListQuery } from '#contract/list-query.ts'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import { choiceLabel, type Resource } from '#model/resource.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { choiceWord } from '#model/words.ts'
import { Cell, RowCell } from '../cells/Cell.tsx'
import { nameColumn } from '../cells/columns.ts'
import { Deletion } from '../deleted/Deletion.tsx'
import { RowCheck } from '../selection/Checks.tsx'
import { ExpandButton } from './ExpandButton.tsx'
import css from './ListCards.module.css'
import { ListSkeleton } from './ListSkeleton.tsx'
import { useListScreen } from './list-screen.ts'
import { RowActions } from './RowActions.tsx'
import { RowDetail } from './RowDetail.tsx'
import { RowLine } from './RowLine.tsx'
import { shownSort } from './sort.ts'

/** The list on phones: two lines per record. A tap opens the record or its detail, or selects it. */
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
    if (isChoosing) selection.toggle(row.id, !selection.has(row.id))
    else if (opens) expand(row.id)
  }
  return (
    <List.Item
      className={css.card ?? ''}
      data-row={row.id}
      data-chosen={selection?.has(row.id)}
      data-leads={!isChoosing && !opens}
      // The link, check box or button inside serves keyboard and screen reader.
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

/** The record's name and date; below them in grey its other values, separated by dots, and its status. */
function Lines({ row }: { row: Row }) {
  const { resource, list, counts } = useListScreen()
  const { name, status, day, rest } = placesOf(resource, list)
  const at = day && row[day.path]
  const facts = rest
    .filter((column) => {
      if (column.kind === 'uses') return counts?.get(row.id)?.uses[column.by] !== undefined
      return column.kind === 'part' || textOf(resource, column, row) !== ''
    })
    .toSorted((one, other) => Number(WORDS.has(one.kind)) - Number(WORDS.has(other.kind)))
    .map((column) => <Fact key={column.label} {...{ resource, row, column }} />)
  if (resource.line.length > 0) facts.push(<RowLine key="" resource={resource} row={row} />)
  return (
    <div style={{ flex: '1 1 40%', minWidth: 0 }}>
      <div className={css.first}>
        <span className={css.name}>
          {name ? <RowCell resource={resource} row={row} column={name} /> : null}
        </span>
        {day && typeof at === 'string' ? (
          <small>
            <span className="sr-only">{translate(day.label)} </span>
            <DateText iso={at} absent="" />
          </small>
        ) : null}
      </div>
      <div className={css.second}>
        <span className={css.facts} dir="auto">
          {facts.map((fact, index) => (
            <Fragment key={fact.key}>
              {index > 0 ? ' · ' : ''}
              {fact}
            </Fragment>
          ))}
        </span>
        {status ? <RowCell resource={resource} row={row} column={status} /> : null}
      </div>
    </div>
  )
}

/** Kinds with text that may be truncated. They come after the others. */
const WORDS: ReadonlySet<Column['kind']> = new Set(['text', 'of', 'person', 'email', 'list'])

/** Kinds whose values need their label. */
const LABELLED: ReadonlySet<Column['kind']> = new Set([
  'number',
  'money',
  'duration',
  'boolean',
  'uses',
])

function Fact({ resource, row, column }: { resource: Resource; row: Row; column: Column }) {
  const text = textOf(resource, column, row)
  if (column.kind === 'of') return <bdi>{amountSaid(text)}</bdi>
  if (column.kind === 'badge')
    return <bdi>{translate(choiceLabel(resource, column.path, text) ?? choiceWord(text))}</bdi>
  if (WORDS.has(column.kind))
    return (
      <bdi>
        <Marked text={text} />
      </bdi>
    )
  return (
    <span className={css.drawn}>
      {LABELLED.has(column.kind) ? `${translate(column.label)} ` : ''}
      <Cell resource={resource} row={row} column={column} />
    </span>
  )
}

/** Assigns a resource's columns to places in a phone's row. Further dates appear on the record's page only. */
function placesOf(resource: Resource, asked: Pick<ListQuery, 'sort' | 'deleted'>) {
  const { columns } = resource
  const name = nameColumn(resource) ?? columns[0]
  const dates = columns.filter((column) => column.kind === 'date')
  const sorted = shownSort(resource, asked)?.path
  /** The date at the end of the first line: the sorted one, else the first. */
  const day = dates.find(({ sort }) => sort !== undefined && sort === sorted) ?? dates[0]
  /** A small chip: the status, else the first badge of another value. */
  const status =
    columns.find(({ kind }) => kind === 'status') ??
    (resource.isFromPublic ? columns.find(({ kind }) => kind === 'badge') : undefined)
  const rest = columns.filter(
    (column) => column !== name && column !== status && column.kind !== 'date',
  )
  return { name, status, day, rest }
}
