import type { Resource } from '#model/resource.ts'
import type { Filled } from './filled.ts'
import { type Data, type FieldColumn, type Shape, type Stored, shapeOf } from './shape.ts'

/** How the records of a resource are selected and read. `t` is the table's alias. */
export interface RowReader {
  /** What follows SELECT: read it with `read`, in the driver's array mode. */
  readonly select: string
  /** How many columns that gives. */
  readonly width: number
  read(row: readonly unknown[]): Stored
}

const BASE = ['t.id', 't.version', 't.created_at', 't.updated_at']

/** Reads whole records: their JSON, and the times that are kept apart. */
export function wholeRows(resource: Resource): RowReader {
  const { kept, keptTable } = shapeOf(resource)
  const select = [...BASE, 't.data', ...kept.map((one) => keptValue(keptTable, one))].join(', ')
  return {
    select,
    width: BASE.length + 1 + kept.length,
    read([id, version, createdAt, updatedAt, data, ...times]) {
      return stored(id, version, createdAt, updatedAt, withTimes(data as Data, kept, times))
    },
  }
}

/** Reads records for a list: off their columns alone where those make a row. */
export function listRows(resource: Resource, filled: Filled): RowReader {
  const shape = shapeOf(resource)
  if (!canBeListed(shape, filled)) return wholeRows(resource)
  const all = [...shape.columns, ...shape.kept]
  const values = shape.columns.map(({ name }) => `t.${name}`)
  const times = shape.kept.map((one) => keptValue(shape.keptTable, one))
  return {
    select: [...BASE, ...values, ...times].join(', '),
    width: BASE.length + all.length,
    read(row) {
      const data: Data = {}
      for (let at = 0; at < all.length; at += 1) {
        const value = row[at + BASE.length]
        const path = all[at]?.path
        if (value !== null && path !== undefined) data[path] = value
      }
      return stored(row[0], row[1], row[2], row[3], data)
    },
  }
}

function canBeListed({ isFlat, table, columns }: Shape, filled: Filled): boolean {
  return isFlat && columns.every((column) => filled.has(table, column))
}

/** Each by the key of its few rows: a join would now and then be planned over all of them. */
function keptValue(keptTable: string, { name }: FieldColumn): string {
  return `(select k.${name} from ${keptTable} k where k.id = t.id)`
}

function withTimes(data: Data, kept: readonly FieldColumn[], times: readonly unknown[]): Data {
  if (kept.length === 0) return data
  const known = kept.flatMap(({ path }, at) => (times[at] === null ? [] : [[path, times[at]]]))
  return { ...data, ...Object.fromEntries(known) }
}

function stored(
  id: unknown,
  version: unknown,
  createdAt: unknown,
  updatedAt: unknown,
  data: Data,
): Stored {
  return {
    id: String(id),
    version: Number(version),
    createdAt: String(createdAt),
    updatedAt: String(updatedAt),
    data,
  }
}
