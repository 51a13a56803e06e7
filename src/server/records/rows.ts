import type { Resource } from '#model/resource.ts'
import { type Data, type FieldColumn, type Stored, shapeOf } from './shape.ts'

/** How the records of a resource are selected and read. `t` is the table's alias. */
export interface RowReader {
  /** What follows SELECT: read it with `read`, in the driver's array mode. */
  readonly select: string
  /** The columns of the table alone, for a page that is cut out before the rest is looked up for its rows. */
  readonly own: string
  /** How many columns `select` gives. */
  readonly width: number
  /** Reads a row, whose columns begin at a place. */
  read(row: readonly unknown[], from?: number): Stored
}

const BASE = ['t.id', 't.version', 't.created_at', 't.updated_at']

/** Reads whole records: their JSON, and the times that are kept apart. */
export function wholeRows(resource: Resource): RowReader {
  const { kept, keptTable } = shapeOf(resource)
  const select = [...BASE, 't.data', ...kept.map((one) => keptValue(keptTable, one))].join(', ')
  return {
    select,
    own: [...BASE, 't.data'].join(', '),
    width: BASE.length + 1 + kept.length,
    read(row, from = 0) {
      const at = from + BASE.length
      return stored(row, from, withTimes(row[at] as Data, kept, row.slice(at + 1)))
    },
  }
}

/** Reads records for a list: off their columns alone where those make a row. */
export function listRows(resource: Resource): RowReader {
  const shape = shapeOf(resource)
  if (!shape.isFlat) return wholeRows(resource)
  const all = [...shape.columns, ...shape.kept]
  // All rows have the same keys in the same order, which makes them several times as quick to make and to write.
  const keys = [...all.map(({ path }) => path), '_id', 'createdAt', 'updatedAt', 'version']
  const empty: Data = JSON.parse(JSON.stringify(Object.fromEntries(keys.map((key) => [key, null]))))
  const values = shape.columns.map(({ name }) => `t.${name}`)
  const times = shape.kept.map((one) => keptValue(shape.keptTable, one))
  return {
    select: [...BASE, ...values, ...times].join(', '),
    own: [...BASE, ...values].join(', '),
    width: BASE.length + all.length,
    read(row, from = 0) {
      const data: Data = { ...empty }
      for (let at = 0; at < all.length; at += 1) {
        const value = row[from + at + BASE.length]
        data[keys[at] as string] = value === null ? undefined : value
      }
      const record = stored(row, from, data)
      data._id = record.id
      data.createdAt = record.createdAt
      data.updatedAt = record.updatedAt
      data.version = record.version
      record.isWire = true
      return record
    },
  }
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

function stored(row: readonly unknown[], from: number, data: Data): Stored {
  return {
    id: String(row[from]),
    version: Number(row[from + 1]),
    createdAt: String(row[from + 2]),
    updatedAt: String(row[from + 3]),
    data,
  }
}
