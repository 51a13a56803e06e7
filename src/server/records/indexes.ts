import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { Unique } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { trySql } from '#server/db/pool.ts'
import {
  columnsOf,
  filteredReference,
  identifier,
  shapeOf,
  stampColumn,
  TEXT_ORDER,
  uniqueIndexName,
  uniqueParts,
} from './shape.ts'

/** An index that a declaration asks for. */
interface Index {
  name: string
  /** The rule that a unique index enforces. */
  rule?: Unique
  /** The rest of CREATE INDEX after the table's name. */
  what: string
  /** A hash of all that makes it, which is the index's comment. */
  madeBy: string
}

/** The database's abilities. */
export interface Means {
  /** The operator class of the trigram index for searches. */
  trigrams: string | undefined
  /** The version of the order of texts. */
  textOrder: string | undefined
}

/** Returns all indexes of a resource. The index of a filter is sorted, so it also serves the filtered list. */
export function indexesFor(resource: Resource, { trigrams, textOrder }: Means): Index[] {
  const { table, kept, columns } = shapeOf(resource)
  const sql = columnsOf(resource)
  const index = (name: string, what: string, rule?: Unique): Index => ({
    name,
    ...(rule && { rule }),
    what,
    // Another version of the text order may sort the entries differently.
    madeBy: hashOf(`${rule !== undefined}${what}${what.includes(TEXT_ORDER) ? textOrder : ''}`),
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
    // Counts of a past moment include deleted records.
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

/** Returns whether a filter on this path is a range, which the index of the path's order serves. */
function isRange(resource: Resource, path: string): boolean {
  const kind = stampColumn(path) ? 'date' : describe(resource.row, path)?.kind
  return kind === 'date' || kind === 'day' || kind === 'number'
}

/** Why stored records prevent an index, by SQLSTATE. */
const OBSTACLES: Readonly<Record<string, 'twice' | 'too long'>> = {
  '23505': 'twice',
  '54000': 'too long',
}

/**
 * Makes the missing indexes and drops the undeclared ones. Returns the unique rules and the names of indexes that
 * stored records prevent: a later start makes them.
 */
export async function makeIndexes(client: Client, resource: Resource, means: Means) {
  const { table } = shapeOf(resource)
  const declared = indexesFor(resource, means)
  const known = await indexesOf(client, table)
  for (const [name, { madeBy }] of known)
    if (isHash(madeBy) && !declared.some((index) => index.name === name))
      await client.query(`drop index ${name}`)
  const broken: Unique[] = []
  const tooLong: string[] = []
  for (const { name, what, rule, madeBy } of declared) {
    const there = known.get(name)
    if (there?.isValid && there.madeBy === madeBy) continue
    const code = await trySql(
      client,
      `${there ? `drop index ${name};` : ''}
       create ${rule ? 'unique' : ''} index ${name} on ${table} ${what};
       comment on index ${name} is ${quote(madeBy)}`,
      Object.keys(OBSTACLES),
    )
    if (code !== undefined && rule) broken.push(rule)
    if (OBSTACLES[code ?? ''] === 'too long') tooLong.push(name)
  }
  return { broken, tooLong }
}

/** Returns the indexes of a table by name, without its primary key. */
async function indexesOf(client: Client, table: string) {
  const { rows } = await client.query<{ name: string; madeBy: string | null; isValid: boolean }>(
    `select c.relname as name, obj_description(c.oid, 'pg_class') as "madeBy", i.indisvalid as "isValid"
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = to_regclass($1) and not i.indisprimary`,
    [table],
  )
  return new Map(rows.map(({ name, ...known }) => [name, known]))
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Returns whether a comment is a hash of ours. Columns and indexes of others have another comment, or none. */
export function isHash(comment: string | null): boolean {
  return /^[0-9a-f]{16}$/.test(comment ?? '')
}
