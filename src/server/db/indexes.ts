import { createHash } from 'node:crypto'
import type { Unique } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import {
  columnsOf,
  filteredReference,
  identifier,
  shapeOf,
  stampColumn,
  TEXT_ORDER,
  uniqueIndexName,
  uniqueParts,
} from '#server/records/shape.ts'
import { quote } from './json-sql.ts'

/** An index that the declaration asks for. */
export interface Index {
  name: string
  /** The rule that it keeps, where it is unique. */
  rule?: Unique
  /** What follows the table's name in CREATE INDEX. */
  what: string
  /** A hash of all that makes it, which stands in the index's comment. */
  madeBy: string
}

/** What the database has for indexes. */
export interface Means {
  /** The operator class of the trigram index for searches. */
  trigrams: string | undefined
  /** The version of the order of texts. */
  textOrder: string | undefined
}

/**
 * Everything of a resource that is found by an index. A list's order is carried by the index of its filter.
 */
export function indexesFor(resource: Resource, { trigrams, textOrder }: Means): Index[] {
  const { table, kept, columns } = shapeOf(resource)
  const sql = columnsOf(resource)
  const index = (name: string, what: string, rule?: Unique): Index => ({
    name,
    ...(rule && { rule }),
    what,
    madeBy: createHash('sha256')
      .update(`${rule !== undefined}${what}`)
      // Other rules may have put its entries into another order.
      .update(what.includes(TEXT_ORDER) ? String(textOrder) : '')
      .digest('hex')
      .slice(0, 16),
  })
  const live = (name: string, what: string) =>
    index(identifier(table, name), `${what} where deleted_at is null`)
  const defaultSort = resource.defaultSort.replace(/^-/, '')
  const isKept = (path: string) => kept.some((one) => one.path === path)
  const ranges = resource.filters.filter((path) => isRange(resource, path))
  const sorts = [...new Set([...resource.sorts, defaultSort, ...ranges])].filter((p) => !isKept(p))
  const filters = resource.filters.filter(
    (path) => !(ranges.includes(path) || filteredReference(resource, path)),
  )
  return [
    // How many there were at a past moment is asked of those that are gone, too.
    index(identifier(table, 'gone'), '(deleted_at) where deleted_at is not null'),
    ...sorts.map((path) => live(`${path}_sort`, `((${sql.sort(path)}), id)`)),
    ...filters.map((path) =>
      live(`${path}_filter`, `((${sql.value(path)}), (${sql.sort(defaultSort)}), id)`),
    ),
    ...columns
      .filter(({ kind }) => kind === 'ids')
      .map(({ path }) => live(`${path}_refs`, `using gin (${sql.value(path)})`)),
    ...resource.unique.map((rule) => {
      const { path, only } = rule
      const some = only === undefined ? '' : ` and ${sql.value(path)} = ${quote(String(only))}`
      const parts = uniqueParts(sql, rule).map((part) => `(${part})`)
      const what = `(${parts.join(', ')}) where deleted_at is null${some}`
      return index(uniqueIndexName(resource, path), what, rule)
    }),
    ...(trigrams && resource.search.length > 0
      ? [live('search', `using gin (search_text ${trigrams})`)]
      : []),
  ]
}

/** Whether a filter on this path is a range: the index of its order finds it. */
function isRange(resource: Resource, path: string): boolean {
  const kind = stampColumn(path) ? 'date' : describe(resource.row, path)?.kind
  return kind === 'date' || kind === 'day' || kind === 'number'
}

/** The statements that make an index. */
export function makeIndex(table: string, index: Index): string[] {
  const unique = index.rule ? 'unique ' : ''
  return [
    `create ${unique}index ${index.name} on ${table} ${index.what}`,
    `comment on index ${index.name} is ${quote(index.madeBy)}`,
  ]
}
