import { describe } from '../describe.ts'
import { referencesOf } from '../references.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'

/** A search compares words: with texts as they are stored, and with lists of texts. */
export function searchFaults({ row, create }: Resource, path: string): Fault[] {
  const first = path.replaceAll('*', '0')
  const kind = describe(row, first)?.kind
  const entry = kind === 'list' ? describe(row, `${first}.0`)?.kind : undefined
  const fault = (what: string, fix: string) => [{ at: 'search', what, fix }]
  if (!kind)
    return fault(
      `a row has no '${path}'`,
      `begin with one of ${Object.keys(row.shape).join(', ')}; a star stands for every entry of a list, like 'steps.*.title'`,
    )
  if (
    referencesOf(create).some(
      ({ path: at }) => `${path}.`.startsWith(`${at}.`) || at === `${path}.*`,
    )
  )
    return fault(
      `'${path}' is stored as the id of another record`,
      `leave it out, or let filters: ['${path.split('.')[0]}', …] find by it`,
    )
  if (kind === 'object' || entry === 'object')
    return fault(
      `'${path}' is ${entry ? 'a list of objects' : 'an object'}`,
      `write which of its texts, like '${path}${entry ? '.*' : ''}.title'`,
    )
  if (!SEARCHED.has(entry ?? kind))
    return fault(
      `'${path}' is no text`,
      'leave it out; texts, choices and lists of texts can be searched',
    )
  return []
}
const SEARCHED = new Set(['text', 'choice'])

/** A record is called by texts of its row. */
export function recordNameFaults({ recordName, row }: Resource): Fault[] {
  const known = Object.keys(row.shape).join(', ')
  if (recordName.length === 0)
    return [
      {
        at: 'recordName',
        what: 'nothing says what a record is called',
        fix: `write the path of its name, one of ${known}, like recordName: 'title'`,
      },
    ]
  return recordName
    .filter((path) => !SEARCHED.has(describe(row, path)?.kind ?? ''))
    .map((path) => ({
      at: 'recordName',
      what: `a row has no text '${path}'`,
      fix: `write one of ${known}`,
    }))
}

/** What the server makes indexes of must exist in the row. createdAt and updatedAt always do. */
export function pathFaults(resource: Resource): Fault[] {
  const stamps = new Set(['createdAt', 'updatedAt'])
  const lists = {
    sorts: resource.sorts,
    filters: resource.filters,
    unique: resource.unique.map(({ path }) => path),
  }
  const faults = Object.entries(lists).flatMap(([at, paths]) =>
    paths
      .filter((path) => !stamps.has(path) && !describe(resource.row, path))
      .map((path) => ({
        at,
        what: `a row has no '${path}'`,
        fix: `write one of ${Object.keys(resource.row.shape).join(', ')}`,
      })),
  )
  faults.push(...filterNameFaults(resource))
  const sortKey = resource.defaultSort.replace(/^-/, '')
  if (!stamps.has(sortKey) && !resource.sorts.includes(sortKey))
    faults.push({
      at: 'defaultSort',
      what: `'${sortKey}' is not sortable`,
      fix: `add it to sorts: ['${sortKey}', …]`,
    })
  return faults
}

/** What every list is asked by (contract/list-query.ts). */
const LIST_PARAMETERS = ['page', 'limit', 'search', 'sort', 'ids']

/** A filter is a parameter of the list, and a range several of them: each must be the only one of its name. */
function filterNameFaults({ filters, row }: Resource): Fault[] {
  const taken = [...LIST_PARAMETERS]
  return filters.flatMap((path) => {
    const kind = describe(row, path)?.kind ?? 'date'
    const range = [`${path}_from`, `${path}_to`, `${path}_is`]
    const isDays = kind === 'date' || kind === 'day'
    const names = [...(isDays ? [] : [path]), ...(isDays || kind === 'number' ? range : [])]
    const twin = names.find((name) => taken.includes(name))
    taken.push(...names)
    return twin === undefined
      ? []
      : [
          {
            at: 'filters',
            what: `a list already has a parameter '${twin}'`,
            fix: `leave '${path}' out, or give the key another name`,
          },
        ]
  })
}
