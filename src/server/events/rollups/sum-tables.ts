import type { ClientBase } from 'pg'

/** A table of sums: the type of each key column, and the columns that are added up. */
interface SumTable {
  table: string
  keys: Readonly<Record<string, 'date' | 'text' | 'uuid'>>
  sums: readonly string[]
}

export const DAY_PAIRS: SumTable = {
  table: 'day_pairs',
  keys: { day: 'date', prev_day: 'date' },
  sums: ['n'],
}
export const ASSIGNMENT_DAYS: SumTable = {
  table: 'assignment_days',
  keys: { subject_id: 'uuid', kind: 'text', assigned_day: 'date', completed_day: 'date' },
  sums: ['n'],
}
export const ASSIGNMENT_MONTHS: SumTable = {
  table: 'assignment_months',
  keys: { kind: 'text', assigned_month: 'date', completed_month: 'date', subject_id: 'uuid' },
  sums: ['n'],
}
export const ASSIGNMENT_PAIRS: SumTable = {
  table: 'assignment_pairs',
  keys: { kind: 'text', assigned_day: 'date', completed_day: 'date' },
  sums: ['n'],
}
export const MENTOR_RATINGS: SumTable = {
  table: 'mentor_ratings',
  keys: { mentor_id: 'uuid' },
  sums: ['n', 'stars'],
}
export const DAILY: SumTable = {
  table: 'daily',
  keys: { metric: 'text', day: 'date', dim: 'text' },
  sums: ['n', 'amount'],
}

/** Changes of sums, in SQL. */
interface Changes {
  /** The common table expressions that lead to them. */
  through?: readonly string[]
  /** A select that names every key and sum of the first table. Several rows may change the same sum. */
  changes: string
}

/** A table that takes changes. `from` selects its keys from `changes` when they differ from the first table's. */
type Target = SumTable & { from?: string }

/** Adds changes to tables of sums in one statement, then deletes the rows that became 0. */
export async function addTo(
  client: ClientBase,
  { through = [], changes }: Changes,
  ...targets: Target[]
): Promise<void> {
  const steps = [...through, `changes as materialized (${changes})`, ...targets.map(upsert)]
  const { rows } = await client.query<{ target: number; keys: string[] }>(
    `with ${steps.join(',\n')}\n${targets.map(selectZero).join('\nunion all ')}`,
  )
  for (const [index, target] of targets.entries()) {
    const keys = rows.flatMap((row) => (row.target === index ? [row.keys] : []))
    if (keys.length > 0) await removeZero(client, target, keys)
  }
}

function upsert({ table, keys, sums, from = 'select * from changes' }: Target, index: number) {
  const names = Object.keys(keys).join(', ')
  return `written_${index} as (
    insert into ${table} (${names}, ${sums.join(', ')})
    select ${names}, ${sums.map((sum) => `sum(${sum})`).join(', ')}
    from (${from}) as seen group by ${names}
    having ${sums.map((sum) => `sum(${sum}) <> 0`).join(' or ')}
    order by ${names}
    on conflict (${names}) do update set
      ${sums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`).join(', ')}
    returning *
  )`
}

function selectZero({ keys, sums }: SumTable, index: number) {
  const names = Object.keys(keys).map((name) => `${name}::text`)
  return `select ${index} as target, array[${names.join(', ')}] as keys
    from written_${index} where ${areZero(sums)}`
}

/** A statement of its own: one statement cannot change a row twice. */
async function removeZero(
  client: ClientBase,
  { table, keys, sums }: SumTable,
  rows: readonly string[][],
): Promise<void> {
  const names = Object.keys(keys)
  const lists = Object.values(keys).map((type, index) => `$${index + 1}::${type}[]`)
  await client.query(
    `delete from ${table} t using unnest(${lists.join(', ')}) as gone(${names.join(', ')})
     where ${names.map((name) => `t.${name} = gone.${name}`).join(' and ')}
       and ${areZero(sums.map((sum) => `t.${sum}`))}`,
    names.map((_, index) => rows.map((row) => row[index])),
  )
}

function areZero(sums: readonly string[]): string {
  return sums.map((sum) => `${sum} = 0`).join(' and ')
}
