import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { columnsOf, shapeOf } from '#server/records/shape.ts'
import type { Filled } from './filled.ts'
import { type Runner, raw, rowsOf, sql } from './sql.ts'

/** What stored records hold that is older than their declaration, as far as it is known by now. */
export class Older {
  readonly #choices = new Map<string, Set<string>>()
  readonly #lacking = new Set<string>()
  readonly #beyond = new Set<string>()

  get isEmpty(): boolean {
    return this.#choices.size + this.#lacking.size + this.#beyond.size === 0
  }

  /** Choices in use that are no longer offered. Paths have a star for every position of a list. */
  choices({ name }: Pick<Resource, 'name'>, path: string): readonly string[] {
    return [...(this.#choices.get(`${name} ${path}`) ?? [])]
  }

  addChoice({ name }: Pick<Resource, 'name'>, path: string, value: string): void {
    const key = `${name} ${path}`
    this.#choices.set(key, (this.#choices.get(key) ?? new Set()).add(value))
  }

  /** Whether answers of some records go without what the declaration says is always there. */
  isLacking({ name }: Pick<Resource, 'name'>, path: string): boolean {
    return this.#lacking.has(`${name} ${path}`)
  }

  addLacking({ name }: Pick<Resource, 'name'>, path: string): void {
    this.#lacking.add(`${name} ${path}`)
  }

  /** Whether some records have what the limits of a path no longer allow. */
  isBeyond({ name }: Pick<Resource, 'name'>, path: string): boolean {
    return this.#beyond.has(`${name} ${path}`)
  }

  addBeyond({ name }: Pick<Resource, 'name'>, path: string): void {
    this.#beyond.add(`${name} ${path}`)
  }
}

/** So many choices in use are looked at, a step in the filter's index each. */
const SEEN = 50

/** Finds the choices in use, but no longer offered, by which lists are filtered. */
export async function readOlderChoices(
  runner: Runner,
  resource: Resource,
  filled: Filled,
  older: Older,
): Promise<void> {
  const { table } = shapeOf(resource)
  const columns = columnsOf(resource, (column) => filled.has(table, column))
  for (const path of resource.filters) {
    const choices = describe(resource.row, path)?.choices
    if (!choices) continue
    const at = raw(columns.value(path))
    const rows = await rowsOf<{ value: string }>(
      runner,
      sql`with recursive seen(value, n) as (
          select (select min(${at}) from ${raw(table)} where deleted_at is null), 1
          union all
          select (select min(${at}) from ${raw(table)} where deleted_at is null and ${at} > seen.value), n + 1
          from seen where seen.value is not null and n < ${SEEN}
        )
        select value from seen where value <> all(${['', ...choices.map((one) => one.value)]}::text[])`,
    )
    for (const { value } of rows) older.addChoice(resource, path, value)
  }
}
