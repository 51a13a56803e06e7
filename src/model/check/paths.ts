import { describe } from '../describe.ts'
import { referencesOf } from '../references.ts'
import type { Resource } from '../resource.ts'
import { sortAdvice } from './columns.ts'
import type { Fault } from './fault.ts'
import { adviceFor, keysAt } from './known.ts'
import { aKind, oneOf } from './nearest.ts'
import { LIST_PARAMETERS } from './taken.ts'

/** A search compares words: with texts as they are stored, and with lists of texts. */
export function searchFaults({ row, create }: Resource, path: string): Fault[] {
  const first = path.replaceAll('*', '0')
  const kind = describe(row, first)?.kind
  const entry = kind === 'list' ? describe(row, `${first}.0`)?.kind : undefined
  const fault = (what: string, fix: string) => [{ at: `search '${path}'`, what, fix }]
  if (!kind)
    return fault(
      `a row has no '${path}'`,
      `${adviceFor(path, row)}; a star stands for every entry of a list, like 'steps.*.title'`,
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
  if (recordName.length === 0)
    return [
      {
        at: 'recordName',
        what: 'nothing says what a record is called',
        fix: `write the path of its name, one of ${Object.keys(row.shape).join(', ')}, like recordName: 'title'`,
      },
    ]
  return recordName
    .filter((path) => !SEARCHED.has(describe(row, path)?.kind ?? ''))
    .map((path) => ({
      at: `recordName '${path}'`,
      what: `a row has no text '${path}'`,
      fix: adviceFor(path, row),
    }))
}

/** Times that every record has, whether its row shows them or not. */
const STAMPS: readonly string[] = ['createdAt', 'updatedAt']

/** What cannot be compared as one value, by what compares it. A kind that is not named can. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  sorts: ['list', 'object', 'json'],
  filters: ['list', 'object', 'json'],
  unique: ['list', 'object', 'json'],
}

/** What the server makes indexes of must stand in the row, and be one value. */
export function pathFaults(resource: Resource): Fault[] {
  const lists = {
    sorts: resource.sorts,
    filters: resource.filters,
    unique: resource.unique.flatMap(({ path, within = [] }) => [path, ...within]),
  }
  const faults = Object.entries(lists).flatMap(([list, paths]) =>
    paths.flatMap((path, index) => {
      const at = `${list} '${path}'`
      if (paths.indexOf(path) < index && list !== 'unique')
        return [{ at, what: 'stands twice', fix: 'keep one of the two', isTwin: true as const }]
      return valueFaults(resource, list, path).map((fault) => ({ at, ...fault }))
    }),
  )
  return [
    ...faults,
    ...filterNameFaults(resource),
    ...filterChoiceFaults(resource),
    ...uniqueFaults(resource),
    ...defaultSortFaults(resource),
  ]
}

function valueFaults(
  { row, create }: Resource,
  list: string,
  path: string,
): { what: string; fix: string }[] {
  const kind: string | undefined = describe(row, path)?.kind
  if (kind === undefined)
    return STAMPS.includes(path)
      ? []
      : [{ what: `a row has no '${path}'`, fix: adviceFor(path, row, STAMPS) }]
  const isReference = referencesOf(create).some(({ path: to }) => to === path || to === `${path}.*`)
  if (list === 'filters' && isReference) return []
  if (!NEVER[list]?.includes(kind)) return []
  const inner = keysAt(row, path)[0]
  return [
    {
      what: `'${path}' is ${kind === 'json' ? 'JSON' : aKind(kind)}, and not one value`,
      fix:
        inner === undefined ? 'leave it out' : `write which of its values, like '${path}.${inner}'`,
    },
  ]
}

function uniqueFaults({ unique, row }: Resource): Fault[] {
  return unique.flatMap(({ path, only, message }) => {
    const at = `unique '${path}'`
    const described = describe(row, path)
    const faults: Fault[] = []
    if (!message?.trim())
      faults.push({ at, what: 'says nothing when it refuses', fix: 'write a message' })
    if (described?.kind === 'boolean' && only === undefined)
      faults.push({
        at,
        what: 'only two records could ever be stored',
        fix: 'write only: true for at most one that has it on',
      })
    const choices = described?.choices?.map(({ value }) => value)
    if (typeof only === 'string' && choices && !choices.includes(only))
      faults.push({ at, what: `'${only}' is no choice`, fix: oneOf(only, choices) })
    if (typeof only === 'boolean' && described && described.kind !== 'boolean')
      faults.push({
        at,
        what: `only: ${only} is for a boolean, and this is ${aKind(described.kind)}`,
        fix: 'leave out only, or write its value',
      })
    return faults
  })
}

function defaultSortFaults(resource: Resource): Fault[] {
  const path = resource.defaultSort.replace(/^-/, '')
  return STAMPS.includes(path) || resource.sorts.includes(path)
    ? []
    : [
        {
          at: `defaultSort '${resource.defaultSort}'`,
          what: `'${path}' is not sortable`,
          fix: sortAdvice(resource, path),
        },
      ]
}

/** A list separates the choices that it is filtered by with commas. */
function filterChoiceFaults({ filters, row }: Resource): Fault[] {
  return filters.flatMap((path) => {
    const broken = describe(row, path)?.choices?.find(({ value }) => value.includes(','))
    if (!broken) return []
    const what = `the choice '${broken.value}' has a comma, which separates choices in an address`
    return [{ at: `filters '${path}'`, what, fix: 'write the value without one' }]
  })
}

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
            at: `filters '${path}'`,
            what: `a list already has a parameter '${twin}'`,
            fix: `leave '${path}' out, or give the key another name`,
          },
        ]
  })
}
