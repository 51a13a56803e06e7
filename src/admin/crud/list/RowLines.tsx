import { Fragment, use } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { Marked } from '#admin/ui/Marked.tsx'
import { MarkContext } from '#admin/ui/marked.ts'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import { getAt, isObject } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { excerpt, fold, searchedIn } from '#model/search.ts'
import { textOf } from '#model/text-of.ts'
import { lowered, titled } from '#model/words.ts'
import { useNames } from '../references/use-names.ts'
import { idsOf } from '../references/values.ts'
import { useListScreen } from './list-screen.ts'
import css from './RowLines.module.css'

interface Props {
  resource: Resource
  row: Row
}

/** What a declaration tells of a record in one grey line. Its place is there before what is asked for comes. */
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
  const names = textOf(resource, { kind: 'reference', path, label: '', absent: '' }, row)
  if (to !== undefined)
    return [value].flat().every(isNamed) ? names : <References to={to} value={value} />
  const text = textOf(resource, { kind: 'text', path, label: '', absent: '' }, row)
  const label = labelOf(resource, path)
  return typeof value === 'number' && label ? `${translate(label)} ${text}` : text
}

/** A record with a name in the place of an id. */
function isNamed(value: unknown): boolean {
  return isObject(value) && ('name' in value || 'title' in value)
}

function References({ to, value }: { to: string; value: unknown }) {
  const ids = idsOf(value)
  const names = useNames(to, ids)
  return listInRow(ids.map(names.nameOf))
}

function People({ row }: { row: Row }) {
  const times = useListScreen().counts?.get(row.id)?.learners
  if (times === undefined) return null
  if (times === 0) return translate('never assigned')
  return counted(times, 'assigned once', 'assigned {count} times')
}

/** So much of a long text is surely seen in its column. */
const SEEN = 60

interface FoundProps {
  resource: Resource
  row: Row
  /** The columns, and other texts, in which what was found is seen. */
  columns?: readonly Column[]
  texts?: readonly string[]
}

/** Where a search found a record, when that is nothing that its row shows: 'Goal: … calculus …'. */
export function FoundIn(props: FoundProps) {
  const words = use(MarkContext)
  return words.length === 0 ? null : <FoundLine {...props} words={words} />
}

function FoundLine({
  resource,
  row,
  columns = [],
  texts = [],
  words,
}: FoundProps & { words: readonly string[] }) {
  const shownOf = (column: Column) => {
    const text = textOf(resource, column, row)
    return column.kind === 'text' ? text.slice(0, SEEN) : text
  }
  const seen = fold([...texts, ...columns.map(shownOf)].join(' '))
  const missing = words.filter((word) => !seen.includes(word))
  const found =
    missing.length > 0 &&
    searchedIn(resource, row).find(({ text }) => missing.some((word) => fold(text).includes(word)))
  if (!found) return null
  const label = translate(labelOf(resource, found.at) ?? titled(found.at))
  return (
    <span className={`${css.line} ${css.found}`}>
      {label}:{' '}
      <bdi>
        <Marked text={excerpt(found.text, missing)} />
      </bdi>
    </span>
  )
}
