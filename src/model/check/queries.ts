import { pathsIn } from '../computed.ts'
import { type Described, describe } from '../describe.ts'
import { referencesOf } from '../references.ts'
import type { Resource } from '../resource.ts'
import type { Report } from './fault.ts'
import { LIST_PARAMETERS, RECORD_KEYS } from './taken.ts'

type Kind = Described['kind']

/** Kinds without a single value to compare. */
const MANY: readonly Kind[] = ['list', 'object', 'json']

const STAMPS: readonly string[] = ['createdAt', 'updatedAt']

/** Checks the search, sorts, filters, default sort and unique keys of a resource. */
export function checkQueries(resource: Resource, report: Report): void {
  const { row, create, recordName, search, sorts, filters, unique, defaultSort } = resource
  const references = referencesOf(create).map(({ path }) => path)
  const isReference = (path: string) =>
    references.some((one) => one === path || one === `${path}.*` || path.startsWith(`${one}.`))

  for (const path of recordName)
    if (!['text', 'choice'].includes(describe(row, path)?.kind ?? ''))
      report(`recordName '${path}'`, 'a row has no such text', 'write the path of a text')

  for (const path of search)
    if (isReference(path))
      report(
        `search '${path}'`,
        'only the id of another record is stored here',
        'use a filter instead',
      )

  const compared = {
    sorts,
    filters: filters.filter((path) => !isReference(path)),
    unique: unique.flatMap(({ path, within = [] }) => [path, ...within]),
  }
  for (const [list, paths] of Object.entries(compared))
    for (const path of paths) {
      const kind = describe(row, path)?.kind
      const at = `${list} '${path}'`
      if (kind === undefined && !STAMPS.includes(path))
        report(at, `a row has no '${path}'`, 'write a path of the row')
      if (kind && MANY.includes(kind))
        report(at, `'${kind}' values cannot be compared`, 'write the path of one value')
    }
  const sortedBy = defaultSort.replace(/^-/, '')
  if (![...STAMPS, ...sorts].includes(sortedBy))
    report('defaultSort', `'${sortedBy}' is not sortable`, `add it to sorts: ['${sortedBy}', …]`)
  for (const [index, { path, only }] of unique.entries()) {
    // Errors find the rule by the path's index, which has only one.
    if (unique.findIndex((rule) => rule.path === path) < index)
      report(
        `unique '${path}'`,
        'two rules begin with it',
        'merge them, or begin one with another path of its `within`',
      )
    if (describe(row, path)?.kind === 'boolean' && only === undefined)
      report(`unique '${path}'`, 'only two records could ever be stored', 'write only: true')
  }
  checkFilters(resource, report)
  checkNeeds(resource, report)
  checkComputed(resource, report)
}

/** Checks that the parameters of all filters have different names. */
function checkFilters({ filters, row }: Resource, report: Report): void {
  const taken = [...LIST_PARAMETERS]
  for (const path of filters) {
    const { kind = 'date', choices } = describe(row, path) ?? {}
    const isTime = kind === 'date' || kind === 'day'
    const range = [`${path}_from`, `${path}_to`, `${path}_is`]
    const names = [...(isTime ? [] : [path]), ...(isTime || kind === 'number' ? range : [])]
    const at = `filters '${path}'`
    const twin = names.find((name) => taken.includes(name))
    if (twin) report(at, `the list has a parameter '${twin}' already`, 'rename or remove it')
    taken.push(...names)
    // An address separates choices with commas.
    const broken = choices?.find(({ value }) => value.includes(','))
    if (broken) report(at, `the choice '${broken.value}' has a comma`, 'write it without one')
  }
}

function checkNeeds({ needs, filters, row }: Resource, report: Report): void {
  for (const [name, need] of Object.entries(needs)) {
    const at = `needs.${name}`
    for (const [parameter, value] of Object.entries(need.filters)) {
      const names = [parameter, parameter.replace(/_(from|to|is)$/, '')]
      const path = filters.find((one) => names.includes(one))
      if (path === undefined)
        report(at, `'${parameter}' is not a filter of the list`, 'add it to filters')
      const choices = path === parameter ? describe(row, path)?.choices : undefined
      const wrong = value.split(',').find((one) => choices?.every((choice) => choice.value !== one))
      if (wrong !== undefined)
        report(at, `'${wrong}' is not a choice of '${parameter}'`, 'write a choice of the schema')
    }
  }
  if (Object.values(needs).filter(({ badge }) => badge !== undefined).length > 1)
    report('needs', 'the menu has room for one badge', 'remove the others')
}

/** The kinds that each operator reads. */
const READS: Readonly<Record<string, readonly Kind[]>> = {
  path: ['number', 'text', 'choice', 'date', 'day'],
  count: ['list'],
  sum: ['number'],
}

function checkComputed(
  { computed, create, update, sorts, filters }: Resource,
  report: Report,
): void {
  const taken = [...RECORD_KEYS, ...[create, update].flatMap(({ shape }) => Object.keys(shape))]
  for (const [key, one] of Object.entries(computed)) {
    const at = `computed.${key}`
    if (taken.includes(key)) report(at, `a record has a '${key}' already`, 'give it another name')
    for (const { op, path } of pathsIn(one)) {
      const kind = describe(create, path.replaceAll('*', '0'))?.kind
      if (!kind || !READS[op]?.includes(kind))
        report(at, `${op} cannot read '${path}'`, `write a path to ${READS[op]?.join(' or ')}`)
    }
    if (one.op === 'made' && [...sorts, ...filters].includes(key))
      report(
        at,
        'a list cannot sort or filter by a function',
        'write an expression: minus, count …',
      )
  }
}
