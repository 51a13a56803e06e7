import type { Column } from '../declaration.ts'
import { type Described, describe } from '../describe.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'

/** Which schema kinds each column kind can show; a kind not listed shows anything. */
const SHOWS: Partial<Record<Column['kind'], readonly Described['kind'][]>> = {
  text: ['text', 'choice', 'number', 'date'],
  date: ['date'],
  badge: ['choice', 'text'],
  status: ['boolean'],
}

/** The columns that show a value of a kind. */
const SHOWN_BY: Partial<Record<Described['kind'], string>> = {
  text: 'c.text',
  choice: 'c.badge or c.text',
  number: 'c.text',
  date: 'c.date',
  boolean: 'c.status',
}

export function columnFaults(resource: Resource, column: Column, place: string): Fault[] {
  const at = `${place} '${column.label}'`
  const faults: Fault[] = []
  if ('path' in column) {
    const described = describe(resource.row, column.path)
    if (!described)
      faults.push({
        at,
        what: `a row has no '${column.path}'`,
        fix: `write one of ${Object.keys(resource.row.shape).join(', ')}`,
      })
    else if (SHOWS[column.kind] && !SHOWS[column.kind]?.includes(described.kind))
      faults.push({
        at,
        what: `a ${column.kind} column cannot show a ${described.kind} value`,
        fix: `write ${SHOWN_BY[described.kind] ?? 'c.of'} for '${column.path}'`,
      })
  }
  if (column.sort && !resource.sorts.includes(column.sort))
    faults.push({
      at,
      what: `'${column.sort}' is not sortable`,
      fix: `add it to sorts: ['${column.sort}', …]`,
    })
  return faults
}

export function detailFaults(resource: Resource): Fault[] {
  const { detail } = resource
  if (detail === undefined || typeof detail === 'string') return []
  if (detail.length === 0)
    return [{ at: 'detail', what: 'the expanded row shows nothing', fix: 'leave out detail' }]
  return detail.flatMap((column, index) => columnFaults(resource, column, `detail[${index}]`))
}
