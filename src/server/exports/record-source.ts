import { columnIds } from '#model/columns.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import type { Sql } from '#server/db/sql.ts'
import type { Data, Stored } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'
import { idsIn, type Value, valuesOf, withoutNames } from './cell-values.ts'
import type { Source } from './export-cursor.ts'
import type { Row } from './export-file.ts'

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
