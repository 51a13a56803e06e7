import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { customType, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { describe, isEmailAddress, schemaAt } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'

export type Data = Record<string, unknown>

/** The table of a resource, as Drizzle knows it. All resources have the same columns. */
export function recordTable(resource: Resource) {
  return pgTable(tableName(resource), {
    id: uuid('id').primaryKey(),
    version: integer('version').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    deletedAt: moment('deleted_at'),
    data: jsonb('data').$type<Data>().notNull(),
    searchText: text('search_text').notNull(),
  })
}
export type RecordTable = ReturnType<typeof recordTable>

/** A live record as it is stored. */
export interface Stored {
  id: string
  version: number
  createdAt: string
  updatedAt: string
  data: Data
}

/** The columns of a `Stored`, for select and returning. */
export function storedColumns({ id, version, createdAt, updatedAt, data }: RecordTable) {
  return { id, version, createdAt, updatedAt, data }
}

/** A column for points in time, to the millisecond, as the ISO text of the wire: no Date is made for a list. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: isoTime,
})

/** '2026-11-19 23:22:12.24+00', as PostgreSQL writes it, in ISO; other zones than UTC by the slow way. */
export function isoTime(text: string): string {
  const [, day, time, fraction = ''] = UTC.exec(text) ?? []
  if (!(day && time)) return new Date(text).toISOString()
  return `${day}T${time}.${fraction.padEnd(3, '0')}Z`
}
const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/

/** Prefixed, so that no resource can collide with a table of the server's own. */
export function tableName(resource: Resource): string {
  return identifier('rec', resource.page)
}

/**
 * A safe SQL identifier: lower case, words joined by underscores, at most 60 characters.
 * `createdAt` becomes created_at, so that two paths which differ in case only stay apart.
 */
export function identifier(...words: string[]): string {
  const name = words
    .join('_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
  if (name.length <= 60) return name
  return `${name.slice(0, 51)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

const STAMPS: Readonly<Record<string, string>> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

/** The column of a path that is no key of the record's data; undefined for all others. */
export function stampColumn(path: string): string | undefined {
  return STAMPS[path]
}

/**
 * The SQL by which a path is sorted. Never NULL, so that one ascending index serves both directions
 * (`DESC` means NULLS FIRST, an index made with NULLS LAST would not be used). Texts ignore case.
 */
export function sortExpression(resource: Resource, path: string): string {
  const column = stampColumn(path)
  if (column) return column
  switch (describe(resource.row, path)?.kind) {
    case 'number':
    case 'boolean':
      return `coalesce(${json(path)}, 'null'::jsonb)`
    case 'date':
      return dateExpression(path)
    default:
      return `lower(coalesce(${plain(path)}, ''))`
  }
}

/** The SQL by which a path is compared with an exact value. */
export function exactExpression(path: string): string {
  return plain(path)
}

/**
 * The SQL of every id at a path of references, as one JSON list: one index answers who refers to a
 * record. Takes a path of model/references.ts, whose stars stand for all positions of a list.
 */
export function referenceExpression(path: string): string {
  const steps = path.split('.').map((key) => (key === '*' ? '[*]' : `.${JSON.stringify(key)}`))
  return `jsonb_path_query_array(data, ${quote(`$${steps.join('')}`)})`
}

/** The condition that a list of `referenceExpression` holds this id. */
export function refersTo(path: string, id: string): SQL {
  return sql`${sql.raw(referenceExpression(path))} @> ${JSON.stringify([id])}::jsonb`
}

/** Stored times are ISO texts in UTC, which sort as they stand. */
export function dateExpression(path: string): string {
  return stampColumn(path) ?? `coalesce(${plain(path)}, '')`
}

/** The name of the index that keeps a path unique among live records. */
export function uniqueIndexName(resource: Resource, path: string): string {
  return identifier(tableName(resource), path, 'unique')
}

/** The SQL of what has to be unique: the text without its case; of an email address, what foldEmail gives. */
export function uniqueExpression(resource: Resource, path: string): string {
  return isEmailAddress(schemaAt(resource.row, path))
    ? emailExpression(path)
    : `lower(${plain(path)})`
}

/** The SQL of foldEmail: only in the collation "C" do A to Z alone have a small form. */
export function emailExpression(path: string): string {
  return `lower(${plain(path)} collate "C")`
}

function plain(path: string): string {
  return path.includes('.') ? `(data #>> ${pathLiteral(path)})` : `(data ->> ${quote(path)})`
}

function json(path: string): string {
  return path.includes('.') ? `(data #> ${pathLiteral(path)})` : `(data -> ${quote(path)})`
}

function pathLiteral(path: string): string {
  return `${quote(`{${path.replaceAll('.', ',')}}`)}::text[]`
}

/** A text as an SQL literal. */
export function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text can be an id at all; PostgreSQL refuses to compare any other with one. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}
