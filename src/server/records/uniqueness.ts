import type { Unique } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import type { Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { lockTally } from '#server/db/tallies.ts'
import { type Columns, columnsOf, type Data, type Stored, shapeOf, uniqueParts } from './shape.ts'

/** What values that are to be written are under a unique rule. */
export interface Taking {
  /** The place among what was asked. */
  place: number
  /** The value as the rule compares it; values with the same are twins. */
  key: string
  /** The live record that has it now. */
  holder: string | null
}

/** Asks who has what has to be unique. */
export interface Taken {
  /** Leaves out what the rule says nothing of. */
  of(runner: Runner, rule: Unique, rows: readonly Data[]): Promise<Taking[]>
}

export function createTaken(resource: Resource): Taken {
  const { table } = shapeOf(resource)
  const own = columnsOf(resource, 't')
  const given = columnsOf(resource, 'n', 'json')
  return {
    of(runner, rule, rows) {
      const [parts, others] = [uniqueParts(given, rule), uniqueParts(own, rule)]
      const isWhole = parts.map((part) => `${part} is not null`).join(' and ')
      const list = rows.map((data, place) => ({ place, data }))
      return rowsOf<Taking>(
        runner,
        sql`select n.place, ${raw(`jsonb_build_array(${parts.join(', ')})::text`)} as key, t.id as holder
          from json_to_recordset(${JSON.stringify(list)}::json) as n(place int, data jsonb)
          left join ${raw(table)} t on t.deleted_at is null
            and ${raw(isAlike(others, parts))} ${raw(only(own, rule))}
          where ${raw(isWhole)} ${raw(only(given, rule))} order by n.place`,
      )
    },
  }
}

/** Asks, inside a write, whether it breaks a rule that has no index, because stored records break it. */
export interface Twins {
  /** The first rule by which a record as written is a twin of another. Skips the rules whose values it left alone. */
  of(tx: Tx, record: Stored, before: Stored | undefined): Promise<Unique | undefined>
}

export function createTwins(resource: Resource, broken: readonly Unique[]): Twins {
  const table = raw(shapeOf(resource).table)
  const own = columnsOf(resource, 't')
  const other = columnsOf(resource, 'o')
  return {
    async of(tx, { id, data }, before) {
      const rules = broken.filter(({ path, within = [] }) =>
        [path, ...within].some((one) => !before || getAt(before.data, one) !== getAt(data, one)),
      )
      if (rules.length === 0) return undefined
      // One after the other: of two that write the same value at once the second sees the first.
      await lockTally(tx, resource.name)
      for (const rule of rules) {
        const [found] = await rowsOf(
          tx,
          sql`select 1 from ${table} t, ${table} o
            where t.id = ${id} and o.id <> t.id and o.deleted_at is null
              and ${raw(isAlike(uniqueParts(own, rule), uniqueParts(other, rule)))}
              ${raw(only(own, rule))} limit 1`,
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

/** Finds the values that live records share against a rule, at most so many. */
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
      where t.deleted_at is null and ${value} is not null ${raw(only(columns, rule))}
      group by ${raw(uniqueParts(columns, rule).join(', '))} having count(*) > 1 order by 1 desc, 2 limit ${most}`,
  )
}

/** The condition that all values of one are those of the other. */
function isAlike(parts: readonly string[], others: readonly string[]): string {
  return parts.map((part, place) => `${part} = ${others[place]}`).join(' and ')
}

/** The condition of a rule that holds for some records only. */
function only(columns: Columns, { path, only: value }: Unique): string {
  return value === undefined ? '' : `and ${columns.value(path)} = ${quote(String(value))}`
}
