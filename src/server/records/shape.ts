import { createHash } from 'node:crypto'
import { type Expression, LARGEST, MOMENT, type Part, SMALLEST } from '#model/computed.ts'
import type { Unique } from '#model/declaration.ts'
import { isEmailAddress, schemaAt } from '#model/describe.ts'
import { snakeCase } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { type ColumnKind, type StorageColumn, storageOf } from '#model/storage.ts'
import { at, quote } from '#server/db/json-sql.ts'
import { isoTime } from '#server/db/pool.ts'

export type Data = Record<string, unknown>

/** A live record as it is stored. */
export interface Stored {
  id: string
  version: number
  createdAt: string
  updatedAt: string
  data: Data
}

/** Returns the table of a resource. The prefix keeps resources apart from the server's own tables. */
export function tableName(resource: Resource): string {
  return identifier('rec', resource.page)
}

/**
 * Returns a safe SQL identifier: lower case, words joined by underscores, at most 60 characters. `createdAt` becomes
 * created_at, so that paths that differ only in case get different names.
 */
export function identifier(...words: string[]): string {
  const name = snakeCase(...words)
  if (name.length <= 60) return name
  return `${name.slice(0, 51)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

/** The columns of times that are not keys of the record's data. */
const STAMPS: Readonly<Record<string, string>> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  deletedAt: 'deleted_at',
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
  // ISO days are in order by their code points.
  day: 'text collate "C"',
  ids: 'text[]',
}

/** The table of a resource. */
export interface Shape {
  table: string
  columns: readonly FieldColumn[]
  /** Times that the server writes. They have a narrow table of their own, which keeps updates cheap. */
  kept: readonly FieldColumn[]
  keptTable: string
}

const shapes = new WeakMap<Resource, Shape>()

/** Returns the table of a resource, by its declaration. */
export function shapeOf(resource: Resource): Shape {
  const known = shapes.get(resource)
  if (known) return known
  const { columns, kept } = storageOf(resource)
  const table = tableName(resource)
  const computed = new Map(Object.entries(resource.computed))
  const fieldOf = (column: StorageColumn): FieldColumn => {
    const madeBy = computed.get(column.path)
    const isSql = madeBy && madeBy.op !== 'made'
    return { ...column, name: identifier(column.name), ...(isSql && { madeBy }) }
  }
  const keptTable = `${table}_kept`
  const shape = { table, columns: columns.map(fieldOf), kept: kept.map(fieldOf), keptTable }
  shapes.set(resource, shape)
  return shape
}

/** Returns the SQL of a column's value in the JSON of a record. Values of another kind give NULL. */
export function valueIn(json: string, { path, kind, madeBy }: Omit<FieldColumn, 'name'>): string {
  if (madeBy) return expressionIn(json, madeBy, kind)
  const text = at(json, path, true)
  switch (kind) {
    case 'text':
      return text
    case 'number':
      return ifType(json, path, 'number', `(${text})::double precision`)
    case 'boolean':
      return ifType(json, path, 'boolean', `(${text})::boolean`)
    case 'date':
      return `waymark_instant(${text})`
    case 'day':
      return `case when ${text} ~ '^\\d{4}-\\d\\d-\\d\\d$' then ${text} end`
    case 'ids': {
      const steps = path.split('.').map((key) => (key === '*' ? '[*]' : `.${JSON.stringify(key)}`))
      return `waymark_ids(${json}, ${quote(`$${steps.join('')}`)})`
    }
  }
}

/**
 * Returns the SQL of a computed value in the JSON of a record. It equals the value of model/computed.ts, and is NULL
 * where that is undefined. `kind` is that of its column.
 */
export function expressionIn(json: string, expression: Expression, kind: string): string {
  if (kind === 'number') return numberOf(json, expression)
  return kind === 'date' ? instantOf(json, expression) : textOf(json, expression)
}

function numberOf(json: string, operand: Part): string {
  if (typeof operand === 'number') return sane(`(${operand})::double precision`)
  switch (operand.op) {
    case 'path':
      return sane(valueIn(json, { path: operand.path, kind: 'number' }))
    case 'count': {
      const count = `jsonb_array_length(${at(json, operand.path, false)})::double precision`
      return `coalesce(${ifType(json, operand.path, 'array', count)}, 0)`
    }
    case 'sum':
      return sumOf(json, operand.path)
    case 'or':
      return `coalesce(${numberOf(json, operand.left)}, ${numberOf(json, operand.right)})`
    case 'days': {
      const [from, to] = [instantOf(json, operand.from), instantOf(json, operand.to)]
      return `floor(extract(epoch from (${to} - ${from})) / 86400)::double precision`
    }
    case 'join':
      return 'null::double precision'
    default: {
      const right = numberOf(json, operand.right)
      const divisor = operand.op === 'over' ? `nullif(${right}, 0)` : right
      return sane(`(${numberOf(json, operand.left)} ${SIGNS[operand.op]} ${divisor})`)
    }
  }
}

const SIGNS = { plus: '+', minus: '-', times: '*', over: '/' } as const

/**
 * Returns NULL for values that a JSON number cannot hold. `value` occurs only once, because nested values would double
 * with each level.
 */
function sane(value: string): string {
  return `(select case when v = 0 then 0 when abs(v) between ${SMALLEST} and ${LARGEST} then v end from (select ${value} as v) as one)`
}

function sumOf(json: string, path: string): string {
  const inner = (from: string, below: string) => (below === '' ? from : at(from, below, false))
  const [first = '', ...rest] = path.split(/\.?\*\.?/)
  const lists = [first, ...rest.slice(0, -1)]
  const list = (from: string, below: string) => {
    const value = inner(from, below)
    return `jsonb_array_elements(case when jsonb_typeof(${value}) = 'array' then ${value} else '[]' end)`
  }
  const from = lists.map(
    (below, level) => `${list(level ? `e${level}` : json, below)} as e${level + 1}`,
  )
  const found = inner(`e${lists.length}`, rest.at(-1) ?? '')
  const each = sane(
    `case when jsonb_typeof(${found}) = 'number' then (${found} #>> '{}')::double precision end`,
  )
  return `(select coalesce(sum(${each}), 0) from ${from.join(', ')})`
}

function textOf(json: string, operand: Part): string {
  if (typeof operand === 'number') return 'null::text'
  switch (operand.op) {
    case 'path':
      return ifType(json, operand.path, 'string', at(json, operand.path, true))
    case 'or':
      return `coalesce(${textOf(json, operand.left)}, ${textOf(json, operand.right)})`
    case 'join': {
      const parts = operand.parts.map((one) => `nullif(${textOf(json, one)}, '')`)
      return `nullif(concat_ws(${[quote(operand.by), 'null::text', ...parts].join(', ')}), '')`
    }
    default:
      return 'null::text'
  }
}

// A day begins at midnight of UTC.
function instantOf(json: string, expression: Part): string {
  const whole = `case when length(v) = 10 then v || 'T00:00:00Z' else v end`
  return `(select waymark_instant(${whole}) from (select ${textOf(json, expression)} as v) as one where v ~ ${quote(MOMENT)})`
}

function ifType(json: string, path: string, type: string, value: string): string {
  return `case when jsonb_typeof(${at(json, path, false)}) = '${type}' then ${value} end`
}

/** The collation of sorted texts, which schema.ts makes. */
export const TEXT_ORDER = 'waymark_order'

/** The sort keys of absent values. */
const NOTHING: Readonly<Record<ColumnKind, string>> = {
  text: '',
  number: '-Infinity',
  boolean: '-1',
  date: '-infinity',
  day: '',
  ids: '',
}

export type Columns = ReturnType<typeof columnsOf>

/**
 * Returns the SQL of the values at declared paths, from the columns of a resource's table, or from the JSON of a row
 * that is not stored yet. `alias` is the table's. Kept times need a join with their table as `k`.
 */
export function columnsOf(resource: Resource, alias = '', source: 'columns' | 'json' = 'columns') {
  const { columns, kept } = shapeOf(resource)
  const prefix = alias && `${alias}.`
  const find = (path: string): { is: string; kind: ColumnKind } => {
    const stamp = STAMPS[path]
    if (stamp) return { is: `${prefix}${stamp}`, kind: 'date' }
    const apart = kept.find((one) => one.path === path)
    if (apart) return { is: `k.${apart.name}`, kind: 'date' }
    const column = columns.find((one) => one.path === path)
    if (!column) throw new Error(`${resource.name} has no column for '${path}'.`)
    const { name, kind } = column
    return { is: source === 'json' ? valueIn(`${prefix}data`, column) : `${prefix}${name}`, kind }
  }
  return {
    /** The SQL of a value, or of a list of ids. */
    value: (path: string): string => find(path).is,

    /** The SQL of a sort key. It ignores case and is never NULL, so that one index serves both directions. */
    sort(path: string): string {
      const { is, kind } = find(path)
      if (STAMPS[path]) return is
      if (kind === 'text') return `lower(coalesce(${is}, '')) collate ${TEXT_ORDER}`
      if (kind === 'boolean') return `coalesce(${is}::int, ${NOTHING.boolean})`
      return `coalesce(${kind === 'ids' ? `${is}[1]` : is}, '${NOTHING[kind]}')`
    },

    /** The sort key of a record without a value at the path. It is below all others. */
    nothing: (path: string): string => NOTHING[find(path).kind],

    /** The SQL of a unique value: a text in lower case, an email address as `foldEmail` folds it. */
    unique(path: string): string {
      const { is, kind } = find(path)
      if (kind === 'ids') return `nullif(${is}, '{}')`
      if (kind !== 'text') return is
      return isEmailAddress(schemaAt(resource.row, path)) ? foldedEmail(is) : `lower(${is})`
    },
  }
}

/** Returns the SQL of foldEmail. Only in the collation "C", A to Z alone have a lower case. */
export const foldedEmail = (sql: string): string => `lower(${sql} collate "C")`

/** Returns the SQL of the values that are unique together under a rule. */
export function uniqueParts(columns: Columns, { path, within = [] }: Unique): string[] {
  return [columns.unique(path), ...within.map((one) => columns.value(one))]
}

/** Returns the name of the index that keeps a path unique among live records. */
export const uniqueIndexName = (resource: Resource, path: string): string =>
  identifier(tableName(resource), path, 'unique')

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether a value has the form of an id. PostgreSQL fails on any other. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}

/** Returns how the records of a resource are selected from its table `t`, and read. */
export function wholeRows(resource: Resource) {
  const { kept, keptTable } = shapeOf(resource)
  const own = 't.id, t.version, t.created_at, t.updated_at, t.data'
  // A subselect runs only for the few rows of a page. A join might read the whole table.
  const times = kept.map(({ name }) => `(select k.${name} from ${keptTable} k where k.id = t.id)`)

  /** Reads a row in the driver's array mode. Further columns are ignored. */
  const read = (row: readonly unknown[]): Stored => {
    const [id, version, createdAt, updatedAt, data, ...keptTimes] = row
    const known = kept.flatMap(({ path }, at) =>
      keptTimes[at] === null ? [] : [[path, keptTimes[at]]],
    )
    return {
      id: String(id),
      version: Number(version),
      createdAt: String(createdAt),
      updatedAt: String(updatedAt),
      data: { ...(data as Data), ...Object.fromEntries(known) },
    }
  }
  return {
    /** The columns after SELECT. */
    select: [own, ...times].join(', '),
    /** The columns of the table alone, for a subselect that limits the rows before the kept times are read. */
    own,
    read,

    /** Reads a row of texts, as PostgreSQL sends them. */
    readTexts([id, version, createdAt, updatedAt, data, ...rest]: readonly (
      | string
      | null
    )[]): Stored {
      const moment = (text: string | null | undefined) => text && isoTime(text)
      const record: unknown = JSON.parse(data ?? '{}')
      const keptTimes = rest.slice(0, kept.length).map(moment)
      return read([id, version, moment(createdAt), moment(updatedAt), record, ...keptTimes])
    },
  }
}

/**
 * Returns the SELECT of all records, including deleted and erased ones: `id`, `created_at`, `deleted_at` and `data`.
 */
export function withErased(resource: Resource): string {
  return `select id, created_at, deleted_at, data from ${tableName(resource)}
    union all select record_id, created_at, deleted_at, counted_by from erased
      where resource = ${quote(resource.name)}`
}
