import { Button, Table, type TableColumnsType } from 'antd'
import { type CSSProperties, lazy } from 'react'
import { translate } from '#admin/format/translate.ts'
import { requestUndo } from '#admin/providers/undo-requests.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import type { FieldChange, FieldChanges } from '#model/field-changes.ts'
import { findAt, setAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { Cell } from '../cells/Cell.tsx'
import { useNames } from '../references/use-names.ts'
import { columnAt, fieldName, isNothing, linesOf } from './values.ts'

const Difference = lazy(() => import('./Difference.tsx'))

const TEXT: CSSProperties = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }

/** Each field before and after a change, shown as in the rest of the console; long texts as a difference. */
export function FieldTable({
  resource,
  fields,
  undo,
  titles,
}: {
  resource: Resource
  fields: FieldChanges
  /** The change and the record; set if single fields can be undone. */
  undo?: { change: string; id: string } | undefined
  /** Titles of two versions that are not before and after. */
  titles?: [was: string, is: string]
}) {
  const rows = Object.entries(fields)
    .filter(([, { was, is }]) => !(isNothing(was) && isNothing(is)))
    .sort(([one], [other]) => placeOf(resource, one) - placeOf(resource, other))
    .map(([path, change]) => {
      const column = columnAt(resource, path)
      const label = translate(fieldName(resource, path))
      return { path, change, column, label, isWhole: isLong(column, change) }
    })
  type Shown = (typeof rows)[number]
  const isNew = !titles && rows.every(({ change }) => isNothing(change.was))
  const columns: TableColumnsType<Shown> = [
    { title: translate('Field'), dataIndex: 'label', width: '24%', rowScope: 'row' },
    {
      title: translate(titles?.[0] ?? 'Before'),
      hidden: isNew,
      onCell: ({ isWhole }) => ({ colSpan: isWhole ? 2 : 1 }),
      render: (_, { path, change, column, isWhole }) =>
        isWhole ? (
          <LongDifference resource={resource} path={path} change={change} />
        ) : (
          <FieldValue {...{ resource, path, column }} is={change.was} />
        ),
    },
    {
      title: translate(titles?.[1] ?? (isNew ? 'Value' : 'After')),
      onCell: ({ isWhole }) => ({ colSpan: isWhole ? 0 : 1 }),
      render: (_, { path, change, column }) => (
        <FieldValue {...{ resource, path, column }} is={change.is} />
      ),
    },
    {
      title: <span className="sr-only">{translate('Actions')}</span>,
      hidden: !undo,
      width: 80,
      align: 'end',
      render: (_, { path, label }) => (
        <Button
          type="link"
          size="small"
          aria-label={translate('Undo: {name}', { name: label })}
          onClick={() =>
            undo &&
            requestUndo({
              changeId: undo.change,
              only: [{ resource: resource.name, id: undo.id, fields: [path] }],
            })
          }
        >
          {translate('Undo')}
        </Button>
      ),
    },
  ]
  return (
    <Table
      size="small"
      tableLayout="fixed"
      pagination={false}
      rowKey="path"
      columns={columns}
      dataSource={rows}
    />
  )
}

/** Returns the position of a field in the form. Fields outside it come last. */
function placeOf({ fields }: Resource, path: string): number {
  const place = fields.findIndex((one) => one.path === path || one.path.startsWith(`${path}.`))
  return place === -1 ? fields.length : place
}

/** One value, rendered by its column, or as lines of text without one. */
export function FieldValue({
  resource,
  path,
  column,
  is,
}: {
  resource: Resource
  path: string
  column: Column | undefined
  is: unknown
}) {
  if (isNothing(is)) return <Absent text="–" />
  if (!column) return <Lines resource={resource} path={path} is={is} />
  if (column.kind === 'text')
    return (
      <span style={TEXT} dir="auto">
        {String(is)}
      </span>
    )
  // A column may show more of a record than this single value.
  const row: Row = setAt({ _id: '', id: '' }, path, is)
  return <Cell resource={resource} column={column} row={row} isWhole={true} />
}

function Lines({ resource, path, is }: { resource: Resource; path: string; is: unknown }) {
  return (
    <span style={TEXT} dir="auto">
      {useTextOf(resource, path, [is])(is)}
    </span>
  )
}

function LongDifference({
  resource,
  path,
  change: { was, is },
}: {
  resource: Resource
  path: string
  change: FieldChange
}) {
  const textOf = useTextOf(resource, path, [was, is])
  return (
    <p style={TEXT} dir="auto">
      <AsyncBoundary waiting={null}>
        <Difference was={textOf(was)} is={textOf(is)} />
      </AsyncBoundary>
    </p>
  )
}

const LINE = 60

/** Returns whether the values are too long for columns: long texts and lists of entries. */
function isLong(column: Column | undefined, { was, is }: FieldChange): boolean {
  if (isNothing(was) || isNothing(is)) return false
  if (!column) return true
  const isText = (one: unknown) => typeof one === 'string' && (one.length > LINE || /\n/.test(one))
  return column.kind === 'text' && (isText(was) || isText(is))
}

/** Returns a function that formats a value, with the names of referenced records. */
function useTextOf(resource: Resource, path: string, values: readonly unknown[]) {
  const inside = referencesOf(resource.create).filter((one) => one.path.startsWith(`${path}.`))
  const to = inside[0]?.to
  const ids = inside
    .filter((one) => one.to === to)
    .flatMap((one) => values.flatMap((value) => findAt(setAt({}, path, value), one.path)))
    .map(({ value }) => String(value))
  const names = useNames(to ?? resource.name, ids)
  const nameIn = (text: string) => (ids.includes(text) ? names.nameOf(text) : text)
  return (is: unknown) => (typeof is === 'string' ? is : linesOf(is, nameIn).join('\n'))
}
