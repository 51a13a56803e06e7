import { describe } from '../describe.ts'
import { snakeCase } from '../paths.ts'
import { referencesOf } from '../references.ts'
import type { Resource } from '../resource.ts'
import type { Report } from './fault.ts'

// The names that records/shape.ts and records/indexes.ts make. This file cannot import them: indexes.test.ts compares.

interface SqlName {
  /** The name, which the server shortens if it is long. */
  name: string
  /** The path or key of the declaration that asks for it. */
  at: string
}

/** Keys with columns of the server's own, or without any. */
const OWN: readonly string[] = ['_id', 'version', 'createdAt', 'updatedAt', 'deletedAt']
/** The kinds of columns by the kinds of values. Lists and objects have no column. */
const COLUMNS: Readonly<Record<string, string>> = {
  ...{ text: 'text', choice: 'text', number: 'number', boolean: 'boolean' },
  ...{ date: 'date', day: 'day' },
}

/** The tables and indexes of the resources before, by name: the text names the path and its file. */
export type KnownRelations = Map<string, string>

/**
 * Columns of a resource must differ by more than case: 'startsAt' and 'starts_at' would be one. So must its tables
 * and indexes, which share one namespace with those of all resources. Adds them to `known`.
 */
export function checkSqlNames(resource: Resource, known: KnownRelations, report: Report): void {
  const check = (names: readonly SqlName[], taken: Map<string, string>) => {
    for (const { name, at } of names) {
      const other = taken.get(name)
      if (other !== undefined)
        report(`'${at}'`, `the database would name it like ${other}`, 'rename one of the two')
      taken.set(name, `'${at}' of ${resource.file}`)
    }
  }
  check(columnNames(resource), new Map())
  check(relationNames(resource), known)
}

function columnNames(resource: Resource): SqlName[] {
  const { row, sorts, filters, unique } = resource
  const references = referencePaths(resource)
  const asked = [
    ...sorts,
    ...filters,
    ...unique.flatMap(({ path, within = [] }) => [path, ...within]),
  ]
  const plain = [...new Set([...Object.keys(row.shape), ...asked])].filter(
    (path) => !(OWN.includes(path) || isReference(references, path)),
  )
  return [
    ...plain.flatMap((path) => {
      const kind = COLUMNS[describe(row, path)?.kind ?? '']
      return kind ? [{ name: snakeCase(kind, path), at: path }] : []
    }),
    ...references.map((path) => ({
      name: snakeCase('ids', path.replaceAll('*', 'each')),
      at: path,
    })),
  ]
}

/** Returns the names of all tables and indexes of a resource. */
export function relationNames(resource: Resource): SqlName[] {
  const { page, row, sorts, filters, unique, search, defaultSort } = resource
  const references = referencePaths(resource)
  const kept = Object.keys(row.shape).filter((key) => isKept(resource, key))
  const isRange = (path: string) =>
    OWN.includes(path) || ['date', 'day', 'number'].includes(describe(row, path)?.kind ?? '')
  const sorted = [...sorts, defaultSort.replace(/^-/, ''), ...filters.filter(isRange)]
  const filtered = filters.filter((path) => !(isRange(path) || isReference(references, path)))
  const name = (at: string, ...words: string[]) => ({ name: snakeCase('rec', page, ...words), at })
  return [
    name('name'),
    name('name', 'pkey'),
    ...(kept.length > 0 ? [name('name', 'kept'), name('name', 'kept_pkey')] : []),
    name('deletedAt', 'gone'),
    ...[...new Set(sorted)]
      .filter((path) => !kept.includes(path))
      .map((path) => name(path, `${path}_sort`)),
    ...filtered.map((path) => name(path, `${path}_filter`)),
    ...references.map((path) => name(path, `${path}_refs`)),
    ...unique.map(({ path }) => name(path, path, 'unique')),
    ...(search.length > 0 ? [name('search', 'search')] : []),
  ]
}

/** Returns whether a key is a time that only the server writes, which has a table of its own. */
function isKept({ row, create, update, computed }: Resource, key: string): boolean {
  const isWritten = key in create.shape || key in update.shape || Object.hasOwn(computed, key)
  return !(isWritten || OWN.includes(key)) && describe(row, key)?.kind === 'date'
}

function referencePaths({ create, update }: Resource): string[] {
  return [...new Set([update, create].flatMap(referencesOf).map(({ path }) => path))]
}

function isReference(references: readonly string[], path: string): boolean {
  return references.includes(path) || references.includes(`${path}.*`)
}
