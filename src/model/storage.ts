import type { Unique } from './declaration.ts'
import { describe } from './describe.ts'
import { snakeCase } from './paths.ts'
import { filteredReference, referencesIn } from './references.ts'
import type { Resource } from './resource.ts'

// The columns and indexes that a declaration needs, by name. The server creates them and shortens long names
// (records/shape.ts, records/schema.ts).

export type ColumnKind = 'text' | 'number' | 'boolean' | 'date' | 'day' | 'ids'

/** A column of its own type for a path of the declaration. */
export interface StorageColumn {
  path: string
  /** Contains the kind: a path with another kind is another column. */
  name: string
  kind: ColumnKind
}

/** An index, and the path or key that needs it. Only 'gone' has deleted records. */
export type StorageIndex = { name: string; path: string } & (
  | { use: 'gone' | 'sort' | 'filter' | 'refs' | 'search' }
  | { use: 'unique'; rule: Unique }
)

/** Keys of every record's own columns. */
const STAMPS: readonly string[] = ['createdAt', 'updatedAt', 'deletedAt']
const KINDS = ['text', 'number', 'boolean', 'date', 'day'] as const
const RANGES: readonly (ColumnKind | undefined)[] = ['date', 'day', 'number']

/** Returns the columns and indexes of a resource. */
export function storageOf(resource: Resource) {
  const { page, row, sorts, filters, unique, search, computed } = resource
  const references = referencesIn(resource)
  const kept = keptTimes(resource)
  const isTime = (path: string) => STAMPS.includes(path) || kept.includes(path)
  const isReference = (path: string) => references.some((one) => one.path === path)
  const keys = Object.keys(row.shape).filter(
    (key) => !(key === '_id' || key === 'version' || isTime(key)),
  )
  const plain = keys.filter(
    (key) => kindAt(resource, key) && !isReference(key) && !Object.hasOwn(computed, key),
  )
  const sorted = [...sorts, resource.defaultSort.replace(/^-/, '')]
  const filtered = filters.filter((path) => !filteredReference(resource, path))
  const compared = unique.flatMap(({ path, within = [] }) => [path, ...within])
  const asked = [...sorted, ...filtered, ...compared].filter(
    (path) => !(isTime(path) || isReference(path)),
  )
  /** The index of a path's order also serves ranges of it. */
  const isRange = (path: string) => isTime(path) || RANGES.includes(kindAt(resource, path))
  const nameOf = (...words: string[]) => snakeCase('rec', page, ...words)
  const ordered = [...new Set([...sorted, ...filtered.filter(isRange)])]
  const paths = {
    sort: ordered.filter((path) => !kept.includes(path)),
    filter: filtered.filter((path) => !isRange(path)),
    refs: references.map(({ path }) => path),
  }
  const uses = ['sort', 'filter', 'refs'] as const
  const indexes: StorageIndex[] = [
    { use: 'gone', path: 'deletedAt', name: nameOf('gone') },
    ...uses.flatMap((use) => paths[use].map((path) => ({ use, path, name: nameOf(path, use) }))),
    ...unique.map((rule) => {
      const { path } = rule
      return { use: 'unique' as const, path, name: nameOf(path, 'unique'), rule }
    }),
  ]
  if (search.length > 0) indexes.push({ use: 'search', path: 'search', name: nameOf('search') })
  return {
    /** Paths that are sorted, filtered, unique or references, and all plain values of a row. */
    columns: [
      ...[...new Set([...plain, ...asked])].map((path) =>
        columnOf(path, kindAt(resource, path) ?? 'text'),
      ),
      ...references.map(({ path }) => columnOf(path, 'ids')),
    ],
    /** Times that the server itself writes often (last login). They have a table of their own. */
    kept: kept.map((path) => columnOf(path, 'date')),
    indexes,
  }
}

/** Times of a row that no form writes, except those of the record itself. */
function keptTimes({ row, create, update, computed }: Resource): string[] {
  return Object.keys(row.shape).filter((key) => {
    const isWritten = key in create.shape || key in update.shape || Object.hasOwn(computed, key)
    return !(isWritten || STAMPS.includes(key)) && describe(row, key)?.kind === 'date'
  })
}

function columnOf(path: string, kind: ColumnKind): StorageColumn {
  return { path, name: snakeCase(kind, path.replaceAll('*', 'each')), kind }
}

/** Returns the kind of column for a path of the row; undefined for lists, objects and unknown paths. */
function kindAt({ row }: Resource, path: string): ColumnKind | undefined {
  const kind = describe(row, path)?.kind
  if (kind === 'choice') return 'text'
  return KINDS.find((one) => one === kind)
}
