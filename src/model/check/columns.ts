import type { Column } from '../columns.ts'
import type { Tone } from '../declaration.ts'
import { type Described, describe } from '../describe.ts'
import { referenceAt } from '../references.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'
import { adviceFor } from './known.ts'
import { aKind, oneOf } from './nearest.ts'

/** Which schema kinds each column kind can show; a kind not listed shows anything. */
const SHOWS: Partial<Record<Column['kind'], readonly Described['kind'][]>> = {
  text: ['text', 'choice', 'number', 'date', 'day'],
  date: ['date', 'day'],
  number: ['number'],
  money: ['number'],
  duration: ['number'],
  boolean: ['boolean'],
  email: ['text'],
  link: ['text', 'other'],
  image: ['text', 'other'],
  colour: ['text'],
  list: ['list'],
  badge: ['choice', 'text'],
  status: ['boolean'],
}

/** The columns that show a value of a kind. */
const SHOWN_BY: Partial<Record<Described['kind'], string>> = {
  text: 'c.text',
  choice: 'c.badge or c.text',
  number: 'c.number',
  date: 'c.date',
  day: 'c.date',
  boolean: 'c.boolean or c.status',
  json: 'c.json',
  object: "a column for one of its keys, or c.of('…', (row) => …)",
  list: "c.list, or c.of('…', (row) => …)",
}

/** The columns that would show an id as it is. */
const BARE: ReadonlySet<Column['kind']> = new Set(['text', 'list', 'badge', 'email', 'link'])

const TONES: readonly Tone[] = ['green', 'yellow', 'orange', 'red', 'blue', 'grey']

export function columnFaults(resource: Resource, column: Column, place: string): Fault[] {
  const at = `${place} '${column.label || ('path' in column ? column.path : column.kind)}'`
  const faults = hasPath(column) ? valueFaults(resource, column) : []
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

/** Whether it shows what stands at a path; a component's may. */
function hasPath(column: Column): column is Valued {
  return 'path' in column && column.path !== undefined
}

/** Sorting is declared for paths that a row has. */
export function sortAdvice({ row, sorts }: Resource, path: string): string {
  const isStamp = path === 'createdAt' || path === 'updatedAt'
  return isStamp || describe(row, path)
    ? `add it to sorts: ['${path}', …]`
    : oneOf(path, sorts.length > 0 ? sorts : Object.keys(row.shape), ['createdAt', 'updatedAt'])
}

type Found = Omit<Fault, 'at'>
type Valued = Extract<Column, { path: string }>

function valueFaults({ row, create }: Resource, column: Valued): Found[] {
  const described = describe(row, column.path)
  if (!described)
    return [{ what: `a row has no '${column.path}'`, fix: adviceFor(column.path, row) }]
  if (BARE.has(column.kind) && referenceAt(row, column.path))
    return [
      {
        what: `'${column.path}' is the id of another record`,
        fix: `write c.reference('${column.path}', '${column.label}'), which shows its name`,
      },
    ]
  if (column.kind === 'reference' && !referenceAt(create, column.path))
    return [
      {
        what: 'the schema refers to no other resource here',
        fix: "write reference('career-fields') in the schema, or use another column",
      },
    ]
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
