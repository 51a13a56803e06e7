import { keysOf } from '#model/access.ts'
import { defOf, kindOf, schemaAt, unwrap } from '#model/describe.ts'
import { idOf } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { titled } from '#model/words.ts'
import type { Data } from '#server/records/shape.ts'
import type { Cell, Column } from './export-file.ts'

/** A value of a record, with its columns in a file. */
export interface Value {
  path: string
  columns: readonly Column[]
  /** The resource that it refers to. */
  to?: string
  cells(value: unknown, names: ReadonlyMap<string, string>, row: Data): Cell[]
}

/** All values of a record as the API returns it, objects by their keys: the id first, both times last. */
export function valuesOf(resource: Resource): Value[] {
  const { _id, version, createdAt, updatedAt, ...own } = resource.row.shape
  const keys = keysOf(resource).filter((key) => key in own)
  return [
    { path: '_id', columns: [{ key: 'id', label: 'ID', kind: 'text' }], cells: asText },
    ...keys.flatMap((key) => valuesAt(resource, key)),
    ...['createdAt', 'updatedAt'].map((path): Value => oneOf(resource, path, 'moment', asText)),
  ]
}

function valuesAt(resource: Resource, path: string): Value[] {
  const reference = referenceAt(resource.create, path) ?? referenceAt(resource.update, path)
  if (reference) return [referring(resource, path, reference)]
  const schema = schemaAt(resource.row, path)
  if (!schema) return []
  const def = defOf(unwrap(schema))
  switch (kindOf(schema)) {
    case 'object':
      if (def.type !== 'object') return []
      return Object.keys(def.shape).flatMap((key) => valuesAt(resource, `${path}.${key}`))
    case 'number':
      return [oneOf(resource, path, 'number', asNumber)]
    case 'boolean':
      return [oneOf(resource, path, 'flag', asFlag)]
    case 'date':
      return [oneOf(resource, path, 'moment', asText)]
    case 'day':
      return [oneOf(resource, path, 'day', asText)]
    case 'list': {
      const element = def.type === 'array' ? kindOf(def.element) : 'other'
      const isPlain = ['text', 'choice', 'number', 'boolean', 'date', 'day'].includes(element)
      return [
        isPlain ? oneOf(resource, path, 'text', asJoined) : oneOf(resource, path, 'json', asJson),
      ]
    }
    case 'json':
    case 'other':
      return [oneOf(resource, path, 'json', asJson)]
    default:
      return [oneOf(resource, path, 'text', asText)]
  }
}

function oneOf(
  resource: Resource,
  path: string,
  kind: Column['kind'],
  cells: Value['cells'],
): Value {
  return { path, columns: [{ key: path, label: wordsFor(resource, path), kind }], cells }
}

/** Ids in one column, and the names of those records in the next. */
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

export function withoutNames({ columns, cells }: Value): Pick<Value, 'columns' | 'cells'> {
  return {
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

function asNumber(value: unknown): Cell[] {
  return [typeof value === 'number' ? value : null]
}

function asFlag(value: unknown): Cell[] {
  return [typeof value === 'boolean' ? String(value) : null]
}

function asText(value: unknown): Cell[] {
  if (typeof value === 'string' || typeof value === 'number') return [value]
  return [value === undefined || value === null ? null : String(value)]
}

function asJoined(value: unknown): Cell[] {
  return [Array.isArray(value) && value.length > 0 ? value.map(String).join(', ') : null]
}

function asJson(value: unknown): Cell[] {
  return [value === undefined || value === null ? null : JSON.stringify(value)]
}
