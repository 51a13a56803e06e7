import { Fragment } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { textOf } from '#model/text-of.ts'
import { lowered } from '#model/words.ts'
import { useNamesAt } from '../references/use-names.ts'
import { useListScreen } from './list-screen.ts'
import css from './RowLine.module.css'

interface Props {
  resource: Resource
  row: Row
}

/** The grey line under a record's name. Reserves its height until the counts arrive. */
export function RowLine({ resource, row }: Props) {
  const isCounted = useListScreen().counts?.get(row.id)?.learners !== undefined
  const parts = resource.line.filter((path) =>
    path === PEOPLE ? isCounted : isSaid(getAt(row, path)),
  )
  if (resource.line.length === 0) return null
  return (
    <span className={css.line} data-line="">
      {parts.map((path, index) => (
        <Fragment key={path}>
          {index > 0 ? ' · ' : ''}
          <bdi>
            <LinePart resource={resource} row={row} path={path} />
          </bdi>
        </Fragment>
      ))}
    </span>
  )
}

function isSaid(value: unknown): boolean {
  return Array.isArray(value)
    ? value.length > 0
    : value !== undefined && value !== null && value !== ''
}

const PEOPLE = 'people'

function LinePart({ resource, row, path }: Props & { path: string }) {
  if (path === PEOPLE) return <People row={row} />
  const field = resource.fields.find((one) => one.path === path)
  const value = getAt(row, path)
  if (field?.kind === 'list' && Array.isArray(value))
    return counted(value.length, `{count} ${lowered(field.one)}`, `{count} ${lowered(field.label)}`)
  const to = referenceAt(resource.create, path)?.to
  if (to !== undefined) return <References to={to} value={value} />
  const text = textOf(resource, { kind: 'text', path, label: '', absent: '' }, row)
  const label = labelOf(resource, path)
  return typeof value === 'number' && label ? `${translate(label)} ${text}` : text
}

function References({ to, value }: { to: string; value: unknown }) {
  return listInRow([...new Set(useNamesAt(to, value).map(({ name }) => name))])
}

function People({ row }: { row: Row }) {
  const times = useListScreen().counts?.get(row.id)?.learners
  if (times === undefined) return null
  if (times === 0) return translate('never assigned')
  return counted(times, 'assigned once', 'assigned {count} times')
}
