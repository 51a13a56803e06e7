import { createHash } from 'node:crypto'
import type { Expression } from '#model/computed.ts'
import type { Unique } from '#model/declaration.ts'
import { isEmailAddress, schemaAt } from '#model/describe.ts'
import { snakeCase } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { type ColumnKind, type StorageColumn, storageOf } from '#model/storage.ts'
import { at, quote } from '#server/db/json-sql.ts'
import { expressionIn } from './computed-sql.ts'

export type Data = Record<string, unknown>

/** A live record as it is stored. */
export interface Stored {
  id: string
  version: number
  createdAt: string
  updatedAt: string
  data: Data
  /** `data` also has the record's id, version and times, as answers do. */
  isWire?: boolean
}

/** The prefix keeps resources apart from the server's own tables. */
export function tableName(resource: Resource): string {
  return identifier('rec', resource.page)
}

/**
 * A safe SQL identifier: lower case, words joined by underscores, at most 60 characters.
 * `createdAt` becomes created_at, so that two paths which differ in case only stay apart.
 */
export function identifier(...words: string[]): string {
  const name = snakeCase(...words)
  if (name.length <= 60) return name
  return `${name.slice(0, 51)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

const STAMPS: Readonly<Record<string, string>> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  deletedAt: 'deleted_at',
}

/** Returns the column of a path that is no key of the record's data. */
function stampColumn(path: string): string | undefined {
  return STAMPS[path]
}

/** A column that PostgreSQL computes from `data`. */
export interface FieldColumn extends StorageColumn {
  /** The expression of a computed value. */
  madeBy?: Expression
}

export const COLUMN_TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  number: 'double precision',
  boolean: 'boolean',
  date: 'timestamptz(3)',
  // Days as ISO writes them are in order by their code points.
  day: 'text collate "C"',
  ids: 'text[]',
}

/** The table of a resource. */
export interface Shape {
  table: string
  columns: readonly FieldColumn[]
  /** Times that the server writes, in a narrow table of their own that keeps their updates cheap. */
  kept: readonly FieldColumn[]
  keptTable: string
  /** Columns alone make a row: lists read no JSON. */
  isFlat: boolean
}

const shapes = new WeakMap<Resource, Shape>()

export function shapeOf(resource: Resource): Shape {
  const known = shapes.get(resource)
  if (known) return known
  const { columns, kept, isFlat } = storageOf(resource)
  const table = tableName(resource)
  const named = (column: StorageColumn) => ({ ...column, name: identifier(column.name) })
  const shape = {
    ...{ table, isFlat, kept: kept.map(named), keptTable: `${table}_kept` },
    columns: columns.map((column) => withMaker(resource, named(column))),
  }
  shapes.set(resource, shape)
  return shape
}

/** A computed column is stored like all others: PostgreSQL evaluates its expression at each write. */
function withMaker({ computed }: Resource, column: FieldColumn): FieldColumn {
  const madeBy = Object.hasOwn(computed, column.path) ? computed[column.path] : undefined
  return madeBy && madeBy.op !== 'made' ? { ...column, madeBy } : column
}

/** The SQL of a column's value in the JSON of a record; text where the JSON holds another kind gives NULL. */
export function valueIn(json: string, { path, kind, madeBy }: FieldColumn): string {
  if (madeBy) return expressionIn(json, madeBy, kind)
  const text = at(json, path, true)
  const whenIs = (type: string, cast: string) =>
    `case when jsonb_typeof(${at(json, path, false)}) = '${type}' then (${text})::${cast} end`
  switch (kind) {
    case 'text':
      return text
    case 'number':
      return whenIs('number', 'double precision')
    case 'boolean':
      return whenIs('boolean', 'boolean')
    case 'date':
      return `waymark_instant(${text})`
    case 'day':
      return `case when ${text} ~ '^\\d{4}-\\d\\d-\\d\\d$' then ${text} end`
    case 'ids':
      return idsIn(json, path)
  }
}

/** The SQL of all ids at a path of references, in which a star means every entry of a list. */
function idsIn(json: string, path: string): string {
  const steps = path.split('.').map((key) => (key === '*' ? '[*]' : `.${JSON.stringify(key)}`))
  return `waymark_ids(${json}, ${quote(`$${steps.join('')}`)})`
}

/** The collation of texts that people read in an order (schema.ts). */
export const TEXT_ORDER = 'waymark_order'

/** The SQL of the values at declared paths. */
export interface Columns {
  /** The SQL of the value at a declared path, or of a list of ids. Kept times need a join with their table as `k`. */
  value(path: string): string
  /** The SQL of a path's sort key. It ignores case and is never NULL, so that one index serves both directions. */
  sort(path: string): string
  /** The sort key of a record without a value at the path. It is below all others. */
  nothing(path: string): string
  /** The SQL of a unique value: a text in lower case, an email address as `foldEmail` folds it. */
  unique(path: string): string
}

/** The sort keys of absent values. */
const NOTHING: Readonly<Record<ColumnKind, string>> = {
  text: '',
  number: '-Infinity',
  boolean: '-1',
  date: '-infinity',
  day: '',
  ids: '',
}

/**
 * Reads the values of a resource's table from its columns, or from the JSON of a row that is not stored yet. `alias` is
 * that of the table.
 */
export function columnsOf(
  resource: Resource,
  alias = '',
  source: 'columns' | 'json' = 'columns',
): Columns {
  const { columns, kept } = shapeOf(resource)
  const prefix = alias && `${alias}.`
  const find = (path: string) => {
    const found = columns.find((one) => one.path === path)
    if (!found) throw new Error(`${resource.name} has no column for '${path}'.`)
    return found
  }
  const value = (path: string): string => {
    const stamp = stampColumn(path)
    if (stamp) return `${prefix}${stamp}`
    const apart = kept.find((one) => one.path === path)
    if (apart) return `k.${apart.name}`
    const column = find(path)
    return source === 'columns' ? `${prefix}${column.name}` : valueIn(`${prefix}data`, column)
  }
  const kindOf = (path: string): ColumnKind =>
    kept.some((one) => one.path === path) ? 'date' : find(path).kind
  return {
    value,
    sort(path) {
      const is = value(path)
      if (stampColumn(path)) return is
      switch (kindOf(path)) {
        case 'boolean':
          return `coalesce(${is}::int, ${NOTHING.boolean})`
        case 'ids':
          return `coalesce(${is}[1], '${NOTHING.ids}')`
        case 'text':
          return `lower(coalesce(${is}, '')) collate ${TEXT_ORDER}`
        default:
          return `coalesce(${is}, '${NOTHING[kindOf(path)]}')`
      }
    },
    nothing: (path) => NOTHING[stampColumn(path) ? 'date' : kindOf(path)],
    unique(path) {
      const is = value(path)
      if (kindOf(path) === 'ids') return `nullif(${is}, '{}')`
      if (kindOf(path) !== 'text') return is
      return isEmailAddress(schemaAt(resource.row, path)) ? foldedEmail(is) : `lower(${is})`
    },
  }
}

/** The SQL of foldEmail: only in the collation "C" do A to Z alone have a small form. */
export function foldedEmail(sql: string): string {
  return `lower(${sql} collate "C")`
}

/** The SQL of the values that together are unique under a rule. */
export function uniqueParts(columns: Columns, { path, within = [] }: Unique): string[] {
  return [columns.unique(path), ...within.map((one) => columns.value(one))]
}

/** The name of the index that keeps a path unique among live records. */
export function uniqueIndexName(resource: Resource, path: string): string {
  return identifier(tableName(resource), path, 'unique')
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether a value has the form of an id. PostgreSQL fails on any other. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}

/** How the records of a resource are selected and read. `t` is the table's alias. */
export interface RowReader {
  /** The columns after SELECT. `read` takes their rows in the driver's array mode. */
  readonly select: string
  /** The columns of the table alone, for a subselect that limits the rows before the kept times are read. */
  readonly own: string
  read(row: readonly unknown[]): Stored
}

const BASE = ['t.id', 't.version', 't.created_at', 't.updated_at']

/** Reads whole records: their JSON, and the kept times. */
export function wholeRows(resource: Resource): RowReader {
  const { kept, keptTable } = shapeOf(resource)
  const own = [...BASE, 't.data']
  return {
    select: [...own, ...kept.map((one) => keptValue(keptTable, one))].join(', '),
    own: own.join(', '),
    read(row) {
      const [data, ...times] = row.slice(BASE.length)
      const known = kept.flatMap(({ path }, at) => (times[at] === null ? [] : [[path, times[at]]]))
      return stored(row, { ...(data as Data), ...Object.fromEntries(known) })
    },
  }
}

/** Reads records for a list: from their columns alone where those make a row. */
export function listRows(resource: Resource): RowReader {
  const shape = shapeOf(resource)
  if (!shape.isFlat) return wholeRows(resource)
  const all = [...shape.columns, ...shape.kept]
  // Rows with the same keys in the same order are several times as fast to make and to serialise.
  const keys = [...all.map(({ path }) => path), '_id', 'createdAt', 'updatedAt', 'version']
  const empty: Data = JSON.parse(JSON.stringify(Object.fromEntries(keys.map((key) => [key, null]))))
  const own = [...BASE, ...shape.columns.map(({ name }) => `t.${name}`)]
  return {
    select: [...own, ...shape.kept.map((one) => keptValue(shape.keptTable, one))].join(', '),
    own: own.join(', '),
    read(row) {
      const data: Data = { ...empty }
      for (const [at, { path }] of all.entries()) data[path] = row[at + BASE.length] ?? undefined
      const record = stored(row, data)
      const { id, version, createdAt, updatedAt } = record
      Object.assign(data, { _id: id, createdAt, updatedAt, version })
      return { ...record, isWire: true }
    },
  }
}

/** A subselect for each of a page's few rows: a join may be planned over the whole table. */
function keptValue(keptTable: string, { name }: FieldColumn): string {
  return `(select k.${name} from ${keptTable} k where k.id = t.id)`
}

function stored([id, version, createdAt, updatedAt]: readonly unknown[], data: Data): Stored {
  return {
    id: String(id),
    version: Number(version),
    createdAt: String(createdAt),
    updatedAt: String(updatedAt),
    data,
  }
}

/** The SQL of all records that there are and were, erased ones too: `id`, `created_at`, `deleted_at` and `data`. */
export function withErased(resource: Resource): string {
  return `select id, created_at, deleted_at, data from ${tableName(resource)}
    union all select record_id, created_at, deleted_at, counted_by from erased
      where resource = ${quote(resource.name)}`
}
