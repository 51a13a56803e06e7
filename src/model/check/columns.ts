import type { Column, Tone } from '../declaration.ts'
import { type Described, describe } from '../describe.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'
import { adviceFor } from './known.ts'
import { aKind, oneOf } from './nearest.ts'

/** Which schema kinds each column kind can show; a kind not listed shows anything. */
const SHOWS: Partial<Record<Column['kind'], readonly Described['kind'][]>> = {
  text: ['text', 'choice', 'number', 'date', 'day'],
  date: ['date', 'day'],
  badge: ['choice', 'text'],
  status: ['boolean'],
}

/** The columns that show a value of a kind. */
const SHOWN_BY: Partial<Record<Described['kind'], string>> = {
  text: 'c.text',
  choice: 'c.badge or c.text',
  number: 'c.text',
  date: 'c.date',
  day: 'c.date',
  boolean: 'c.status',
  object: "a column for one of its keys, or c.of('…', (row) => …)",
  list: "c.of('…', (row) => …)",
}

const TONES: readonly Tone[] = ['green', 'yellow', 'orange', 'red', 'blue', 'grey']

export function columnFaults(resource: Resource, column: Column, place: string): Fault[] {
  const at = `${place} '${column.label || ('path' in column ? column.path : column.kind)}'`
  const faults = 'path' in column ? valueFaults(resource, column) : []
  if (!column.label.trim())
    faults.push({ what: 'the label is empty', fix: 'write the words that stand above the column' })
  if ('of' in column && typeof column.of !== 'function')
    faults.push({ what: 'has no function', fix: "write c.of('…', (row) => …)" })
  const { sort } = column
  if (sort !== undefined && !resource.sorts.includes(sort))
    faults.push({
      what: `'${sort}' is not sortable`,
      fix: sortAdvice(resource, sort),
    })
  return faults.map((fault) => ({ at, ...fault }))
}

/** Sorting is declared for paths that a row has. */
export function sortAdvice({ row, sorts }: Resource, path: string): string {
  const isStamp = path === 'createdAt' || path === 'updatedAt'
  return isStamp || describe(row, path)
    ? `add it to sorts: ['${path}', …]`
    : oneOf(path, sorts.length > 0 ? sorts : Object.keys(row.shape), ['createdAt', 'updatedAt'])
}

type Found = Omit<Fault, 'at'>

function valueFaults({ row }: Resource, column: Extract<Column, { path: string }>): Found[] {
  const described = describe(row, column.path)
  if (!described)
    return [{ what: `a row has no '${column.path}'`, fix: adviceFor(column.path, row) }]
  const shows = SHOWS[column.kind]
  if (shows && !shows.includes(described.kind))
    return [
      {
        what: `a ${column.kind} column cannot show ${aKind(described.kind)}`,
        fix: `write ${SHOWN_BY[described.kind] ?? 'c.of'} for '${column.path}'`,
      },
    ]
  return column.kind === 'badge' ? toneFaults(column.tones, described) : []
}

function toneFaults(tones: Readonly<Record<string, string>>, { choices }: Described): Found[] {
  const known = choices?.map(({ value }) => value)
  return Object.entries(tones).flatMap(([value, tone]) => [
    ...(known && !known.includes(value)
      ? [{ what: `the tone of '${value}' is for no choice`, fix: oneOf(value, known) }]
      : []),
    ...(TONES.some((one) => one === tone)
      ? []
      : [{ what: `'${tone}' is no tone`, fix: oneOf(tone, TONES) }]),
  ])
}

export function detailFaults(resource: Resource): Fault[] {
  const { detail } = resource
  if (detail === undefined || typeof detail === 'string') return []
  if (detail.length === 0)
    return [{ at: 'detail', what: 'the expanded row shows nothing', fix: 'leave out detail' }]
  return detail.flatMap((column, index) => columnFaults(resource, column, `detail[${index}]`))
}
