import { keysOf } from '#model/access.ts'
import { type Described, defOf, kindOf, schemaAt, unwrap } from '#model/describe.ts'
import { idOf } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { titled } from '#model/words.ts'
import type { Cell, Column } from '#server/http/export-file.ts'
import type { Data } from './shape.ts'

type Kind = Described['kind']

/** A value of a record, with its columns in a file. */
export interface Value {
  path: string
  columns: readonly Column[]
  /** The resource that it refers to. */
  to?: string
  cells(value: unknown, names: ReadonlyMap<string, string>, row: Data): Cell[]
}

/** Returns all values of a record as the API returns it, objects by their keys: the id first, both times last. */
export function valuesOf(resource: Resource): Value[] {
  const { _id, version, createdAt, updatedAt, ...own } = resource.row.shape
  const keys = keysOf(resource).filter((key) => key in own)
  const id = oneOf(resource, '_id', 'text')
  return [
    { ...id, columns: [{ key: 'id', label: 'ID', kind: 'text' }] },
    ...keys.flatMap((key) => valuesAt(resource, key)),
    ...['createdAt', 'updatedAt'].map((path) => oneOf(resource, path, 'moment')),
  ]
}

/** The kinds of columns; all others are texts. */
const KINDS: { readonly [K in Kind]?: Column['kind'] } = {
  ...{ number: 'number', boolean: 'flag', date: 'moment', day: 'day', json: 'json', other: 'json' },
}
/** Kinds whose lists are joined by commas. Other lists are written as JSON. */
const PLAIN: readonly Kind[] = ['text', 'choice', 'number', 'boolean', 'date', 'day']

function valuesAt(resource: Resource, path: string): Value[] {
  const reference = referenceAt(resource.create, path) ?? referenceAt(resource.update, path)
  if (reference) return [referring(resource, path, reference)]
  const schema = schemaAt(resource.row, path)
  if (!schema) return []
  const def = defOf(unwrap(schema))
  const kind = kindOf(schema)
  if (def.type === 'object' && kind === 'object')
    return Object.keys(def.shape).flatMap((key) => valuesAt(resource, `${path}.${key}`))
  if (kind !== 'list') return [oneOf(resource, path, KINDS[kind] ?? 'text')]
  const isPlain = def.type === 'array' && PLAIN.includes(kindOf(def.element))
  return [isPlain ? oneOf(resource, path, 'text', asJoined) : oneOf(resource, path, 'json')]
}

function oneOf(
  resource: Resource,
  path: string,
  kind: Column['kind'],
  cellOf = (value: unknown) => cell(kind, value),
): Value {
  const label = wordsFor(resource, path)
  return { path, columns: [{ key: path, label, kind }], cells: (value) => [cellOf(value)] }
}

function cell(kind: Column['kind'], value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (kind === 'json') return JSON.stringify(value)
  if (kind === 'flag') return typeof value === 'boolean' ? String(value) : null
  if (typeof value === 'number') return value
  return kind === 'number' ? null : String(value)
}

function asJoined(value: unknown): Cell {
  return Array.isArray(value) && value.length > 0 ? value.map(String).join(', ') : null
}

/** Returns two columns: ids, and the names of those records. */
function referring(
  resource: Resource,
  path: string,
  { to, isMany }: { to: string; isMany: boolean },
): Value {
  const label = wordsFor(resource, path)
  const ids: Column = { key: path, label: `${label} (${isMany ? 'IDs' : 'ID'})`, kind: 'text' }
  const names: Column = { key: `${path}${isMany ? 'Names' : 'Name'}`, label, kind: 'text' }
  return {
    path,
    to,
    columns: [ids, names],
    cells(value, known) {
      const all = idsIn(value)
      if (all.length === 0) return [null, null]
      const called = all.flatMap((id) => known.get(id) || [])
      return [all.join(', '), called.join(', ')]
    },
  }
}

/** Removes the column of names, for a role that may not read them. */
export function withoutNames({ path, columns, cells }: Value): Value {
  return {
    path,
    columns: columns.slice(0, 1),
    cells: (value, names, row) => cells(value, names, row).slice(0, 1),
  }
}

export function idsIn(value: unknown): string[] {
  return [value]
    .flat()
    .map(idOf)
    .filter((id) => typeof id === 'string')
}

function wordsFor(resource: Resource, path: string): string {
  const column = resource.columns.find((one) => 'path' in one && one.path === path)
  return labelOf(resource, path) ?? column?.label ?? titled(path)
}
