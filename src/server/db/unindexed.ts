import type { Unique } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import {
  type Columns,
  columnsOf,
  type Stored,
  shapeOf,
  uniqueParts,
} from '#server/records/shape.ts'
import type { Filled } from './filled.ts'
import { quote } from './json-sql.ts'
import type { Tx } from './pool.ts'
import { type Runner, raw, rowsOf, type Sql, sql } from './sql.ts'
import { lockTally } from './tallies.ts'

/**
 * Which unique rules no index keeps: records that are there share a value, or the index is being built. Until it
 * is there each write looks by itself.
 */
export class Unindexed {
  readonly #rules = new Map<string, readonly Unique[]>()

  of({ name }: Pick<Resource, 'name'>): readonly Unique[] {
    return this.#rules.get(name) ?? []
  }

  set({ name }: Pick<Resource, 'name'>, rules: readonly Unique[]): void {
    this.#rules.set(name, rules)
  }
}

/** Asks, inside a write, whether it breaks a rule that no index keeps. */
export interface Twins {
  /** The first rule by which a record as written is a twin of another; what the write left as it was is not asked for. */
  of(tx: Tx, record: Stored, before: Stored | undefined): Promise<Unique | undefined>
}

export function createTwins(resource: Resource, filled: Filled, unindexed: Unindexed): Twins {
  const { table } = shapeOf(resource)
  const isFilled = (column: { name: string }) => filled.has(table, column)
  return {
    async of(tx, { id, data }, before) {
      const rules = unindexed
        .of(resource)
        .filter(({ path, within = [] }) =>
          [path, ...within].some((one) => !before || getAt(before.data, one) !== getAt(data, one)),
        )
      if (rules.length === 0) return undefined
      // One after the other: of two that write the same value at once the second sees the first.
      await lockTally(tx, resource.name)
      const own = columnsOf(resource, isFilled, 't')
      const other = columnsOf(resource, isFilled, 'o')
      for (const rule of rules) {
        const [found] = await rowsOf(
          tx,
          sql`select 1 from ${raw(table)} t, ${raw(table)} o
            where t.id = ${id} and o.id <> t.id and o.deleted_at is null
              and ${raw(isAlike(uniqueParts(own, rule), uniqueParts(other, rule)))}
              ${raw(rule.only === undefined ? '' : `and ${isOnly(own, rule)}`)} limit 1`,
        )
        if (found) return rule
      }
      return undefined
    },
  }
}

/** Live records that share what has to be unique. */
export interface Shared {
  /** How many records share it. */
  count: number
  /** The first of them. */
  ids: string[]
}

const MOST_IDS = 100

/** Every value that live records share against a rule, at most so many values. */
export function sharedValues(
  runner: Runner,
  resource: Resource,
  rule: Unique,
  columns: Columns,
  most: number,
): Promise<Shared[]> {
  const value = raw(columns.unique(rule.path))
  return rowsOf<Shared>(
    runner,
    sql`select count(*)::int as count, (array_agg(t.id::text order by t.id))[1:${MOST_IDS}] as ids
      from ${raw(shapeOf(resource).table)} t
      where t.deleted_at is null and ${value} is not null ${only(columns, rule)}
      group by ${raw(uniqueParts(columns, rule).join(', '))} having count(*) > 1 order by 1 desc, 2 limit ${most}`,
  )
}

/** The condition that all values of one are those of the other. */
export function isAlike(parts: readonly string[], others: readonly string[]): string {
  return parts.map((part, place) => `${part} = ${others[place]}`).join(' and ')
}

function only(columns: Columns, rule: Unique): Sql {
  return raw(rule.only === undefined ? '' : `and ${isOnly(columns, rule)}`)
}

function isOnly(columns: Columns, { path, only: value }: Unique): string {
  return `${columns.value(path)} = ${quote(String(value))}`
}
