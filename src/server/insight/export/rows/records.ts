import { keysOf } from '#model/access.ts'
import { columnIds } from '#model/columns.ts'
import { defOf, kindOf, schemaAt, unwrap } from '#model/describe.ts'
import { getAt, idOf } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { titled } from '#model/words.ts'
import type { Data, Stored } from '../../../store/shape.ts'
import type { Sql } from '../../../store/sql.ts'
import type { Store } from '../../../store/store.ts'
import type { Cell, Column, Row } from '../table.ts'
import type { Source } from './sources.ts'

/** What whoever asks may see of the records. */
interface Sight {
  /** Keys that are left out. */
  hidden: readonly string[]
  /** Whether the names of another resource's records may be read: they stand beside their ids then. */
  mayName(to: string): boolean
  /** The records as answers show them. */
  show(records: readonly Stored[]): Promise<Data[]>
  /** The ids of the list's columns that are wanted, in their order; all values where it is absent. */
  chosen?: readonly string[] | undefined
}

/** A value of the record, with the columns that it takes. */
interface Value {
  path: string
  columns: readonly Column[]
  /** What it refers to. */
  to?: string
  cells(value: unknown, names: ReadonlyMap<string, string>, row: Data): Cell[]
}

/**
 * Makes the source of a resource's records: a column for each value that its declaration shows, in the order of its
 * answers. What the declaration hides, or does not know, is in no file.
 */
export function createRecordSource(
  resource: Resource,
  registry: readonly Resource[],
  { records, references }: Pick<Store, 'records' | 'references'>,
) {
  const all = valuesOf(resource)
  const { readTexts } = records(resource.name)

  return (
    statements: { select: Sql; count: Sql },
    { hidden, mayName, show, chosen }: Sight,
  ): Source => {
    const values = (chosen ? chosenOf(resource, all, chosen) : all)
      .filter(({ path }) => !hidden.includes(path.split('.', 1)[0] ?? path))
      .map((value) =>
        value.to === undefined || mayName(value.to) ? value : { ...value, ...withoutNames(value) },
      )
    return {
      ...statements,
      title: resource.title,
      contents: `${resource.label.many} that the list showed, as they were when the file was made.`,
      columns: values.flatMap(({ columns }) => columns),
      async shape(page) {
        const rows = await show(page.map(readTexts))
        const names = await namesIn(rows, values)
        return rows.map(
          (row): Row =>
            values.flatMap(({ path, to, cells }) =>
              cells(getAt(row, path), names.get(to ?? '') ?? NO_NAMES, row),
            ),
        )
      },
    }
  }

  /** By resource, the names of all records that a page refers to: a query for each of them. */
  async function namesIn(rows: readonly Data[], values: readonly Value[]) {
    const targets = [...new Set(values.flatMap(({ to }) => to ?? []))]
    const entries = targets.map(async (to) => {
      const paths = values.filter((value) => value.to === to).map(({ path }) => path)
      const ids = rows.flatMap((row) => paths.flatMap((path) => idsIn(getAt(row, path))))
      const target = registry.find(({ name }) => name === to)
      const found = await references.read(to, [...new Set(ids)])
      const named = [...found].map(([id, data]): [string, string] => [
        id,
        target ? nameOf(target, { ...data, _id: id, id }) : '',
      ])
      return [to, new Map(named)] as const
    })
    return new Map(await Promise.all(entries))
  }
}

/**
 * The values behind columns of the list, in the order that is wanted, and the id before all: a value as it is stored
 * wherever a column has one, under the name that it has in a file of all values, so that it can be read in again. What
 * a function or a component makes of several is a text, under a name that no value has.
 */
function chosenOf(resource: Resource, all: readonly Value[], chosen: readonly string[]): Value[] {
  const ids = columnIds(resource)
  const id = all.filter(({ path }) => path === '_id')
  const labels = new Set(all.flatMap(({ columns }) => columns.map(({ label }) => label)))
  const values = [...new Set(chosen)].flatMap((one): Value[] => {
    const column = resource.columns[ids.indexOf(one)]
    if (!column) return []
    const path = 'path' in column ? column.path : undefined
    const stored = all.filter((value) => value.path === path || value.path.startsWith(`${path}.`))
    if (stored.length > 0) return stored
    const label = labels.has(column.label) ? `${column.label} (text)` : column.label
    const text = (row: Data) => {
      const id = String(row._id)
      return textOf(resource, column, { ...row, _id: id, id })
    }
    return [
      {
        path: one,
        columns: [{ key: one, label, kind: 'text' }],
        cells: (_value, _names, row) => [text(row) || null],
      },
    ]
  })
  return [...id, ...values.filter((value, index) => values.indexOf(value) === index)]
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** All values of an answer, objects by their keys; the id first, and both times last. */
function valuesOf(resource: Resource): Value[] {
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
      return [
        oneOf(resource, path, 'number', (value) => [typeof value === 'number' ? value : null]),
      ]
    case 'boolean':
      return [
        oneOf(resource, path, 'flag', (value) => [
          typeof value === 'boolean' ? String(value) : null,
        ]),
      ]
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

/** Ids in one column, and in the next what those records are called. */
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
      return [
        all.join(', '),
        all
          .map((id) => known.get(id) ?? '')
          .filter(Boolean)
          .join(', '),
      ]
    },
  }
}

function withoutNames({ columns, cells }: Value): Pick<Value, 'columns' | 'cells'> {
  return {
    columns: columns.slice(0, 1),
    cells: (value, names, row) => cells(value, names, row).slice(0, 1),
  }
}

function idsIn(value: unknown): string[] {
  return [value]
    .flat()
    .map(idOf)
    .filter((id) => typeof id === 'string')
}

function wordsFor(resource: Resource, path: string): string {
  const column = resource.columns.find((one) => 'path' in one && one.path === path)
  return labelOf(resource, path) ?? column?.label ?? titled(path)
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
