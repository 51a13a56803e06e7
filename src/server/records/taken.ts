import type { Unique } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import type { Filled } from '#server/db/filled.ts'
import { quote } from '#server/db/json-sql.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { isAlike } from '#server/db/unindexed.ts'
import { columnsOf, type Data, shapeOf, uniqueParts } from './shape.ts'

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

export function createTaken(resource: Resource, filled: Filled): Taken {
  const { table } = shapeOf(resource)
  return {
    of(runner, rule, rows) {
      const own = columnsOf(resource, (column) => filled.has(table, column), 't')
      const given = columnsOf(resource, () => false, 'n')
      const [parts, others] = [uniqueParts(given, rule), uniqueParts(own, rule)]
      const isWhole = parts.map((part) => `${part} is not null`).join(' and ')
      const only = (value: string) =>
        rule.only === undefined ? '' : `and ${value} = ${quote(String(rule.only))}`
      const list = rows.map((data, place) => ({ place, data }))
      return rowsOf<Taking>(
        runner,
        sql`select n.place, ${raw(`jsonb_build_array(${parts.join(', ')})::text`)} as key, t.id as holder
          from json_to_recordset(${JSON.stringify(list)}::json) as n(place int, data jsonb)
          left join ${raw(table)} t on t.deleted_at is null
            and ${raw(isAlike(others, parts))} ${raw(only(own.value(rule.path)))}
          where ${raw(isWhole)} ${raw(only(given.value(rule.path)))} order by n.place`,
      )
    },
  }
}
