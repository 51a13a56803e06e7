import type { ListQuery } from '#contract/list-query.ts'
import type { Column } from '#model/columns.ts'
import type { Resource } from '#model/resource.ts'
import { nameColumn } from '../cells/name-column.ts'
import { shownSort } from './shown-sort.ts'

type DateColumn = Extract<Column, { kind: 'date' }>

/** Where on a phone's row each column stands. */
export interface Places {
  name: Column | undefined
  /** A small chip: the status, else the first badge of what came from outside. */
  status: Column | undefined
  /** At the end of the first line: the date that the list is sorted by, else the first. */
  day: DateColumn | undefined
  /** In the order of the declaration; further dates are on the record's page. */
  rest: readonly Column[]
}

/** Finds the places of a resource's columns in a list of that order. */
export function placesOf(resource: Resource, asked: Pick<ListQuery, 'sort' | 'deleted'>): Places {
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
