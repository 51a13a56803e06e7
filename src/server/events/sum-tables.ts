import type { ClientBase } from 'pg'

/** Tables of sums: their keys, and the columns that are added up. */
export const SUM_TABLES = {
  day_pairs: { keys: ['day', 'prev_day'], sums: ['n'] },
  assignment_days: { keys: ['subject_id', 'kind', 'assigned_day', 'completed_day'], sums: ['n'] },
  assignment_months: {
    keys: ['kind', 'assigned_month', 'completed_month', 'subject_id'],
    sums: ['n'],
  },
  assignment_pairs: { keys: ['kind', 'assigned_day', 'completed_day'], sums: ['n'] },
  mentor_ratings: { keys: ['mentor_id'], sums: ['n', 'stars'] },
  daily: { keys: ['metric', 'day', 'dim'], sums: ['n', 'amount'] },
} as const
export type SumTable = keyof typeof SUM_TABLES

/** Changes of sums, in SQL. */
export interface SumChanges {
  /** Common table expressions that `changes` reads. */
  steps?: readonly string[]
  /** A select with the keys and sums of a table. Several rows may change the same sum. */
  changes: string
  /** The tables that take the changes. A select from `changes` brings their keys when those are others. */
  into: Partial<Record<SumTable, string>>
}

/** The `from` of a table whose keys are those of `changes`. */
export const ALL = 'select * from changes'

/**
 * Adds changes to tables of sums in one statement, then deletes the rows that became 0.
 * @param schema of the tables; without it the search path finds them.
 */
export async function addTo(
  client: ClientBase,
  { steps = [], changes, into }: SumChanges,
  schema?: string,
): Promise<void> {
  const targets = Object.entries(into).map(([table, from], index) => {
    const { keys, sums } = SUM_TABLES[table as SumTable]
    return { name: schema ? `${schema}.${table}` : table, from, keys, sums, written: `w${index}` }
  })
  const upserts = targets.map(
    ({ name, from, keys, sums, written }) => `${written} as (
      insert into ${name} as k (${keys.join(', ')}, ${sums.join(', ')})
      select ${keys.join(', ')}, ${sums.map((sum) => `sum(${sum})`).join(', ')}
      from (${from}) as seen group by ${keys.join(', ')}
      having ${sums.map((sum) => `sum(${sum}) <> 0`).join(' or ')}
      order by ${keys.join(', ')}
      on conflict (${keys.join(', ')}) do update set
        ${sums.map((sum) => `${sum} = k.${sum} + excluded.${sum}`).join(', ')}
      returning *
    )`,
  )
  const zeros = targets.map(
    ({ sums, written }, index) =>
      `select ${index} as target, jsonb_agg(to_jsonb(w)) as rows from ${written} as w
       where ${sums.map((sum) => `${sum} = 0`).join(' and ')}`,
  )
  const { rows } = await client.query<{ target: number; rows: object[] | null }>(
    `with ${[...steps, `changes as materialized (${changes})`, ...upserts].join(',\n')}
     ${zeros.join('\nunion all ')}`,
  )
  // A second statement, because one statement cannot change a row twice.
  for (const [index, { name, keys }] of targets.entries()) {
    const zero = rows.find(({ target }) => target === index)?.rows
    if (zero)
      await client.query(
        `delete from ${name} k using jsonb_populate_recordset(null::${name}, $1) as zero
         where ${keys.map((key) => `k.${key} = zero.${key}`).join(' and ')}`,
        [JSON.stringify(zero)],
      )
  }
}
