import type { ClientBase } from 'pg'
import type { Totals } from './totals.ts'

/** Changes of sums, in SQL. */
export interface Changes {
  /** The common table expressions that lead to them. */
  through?: readonly string[]
  /** A select that names every key and sum of the first table; several rows may change the same sum. */
  changes: string
  values?: readonly unknown[]
}

/** A table that takes changes; `from` is how it sees them when its keys are others than the first one's. */
type Target = Totals & { from?: string }

/** Adds changes to tables of sums, in one statement. A row that comes to nothing goes. */
export async function addTo(
  client: ClientBase,
  { through = [], changes, values = [] }: Changes,
  ...targets: Target[]
): Promise<void> {
  const steps = [...through, `changes as materialized (${changes})`, ...targets.map(writeStep)]
  const { rows } = await client.query<{ target: number; keys: string[] }>(
    `with ${steps.join(',\n')}\n${targets.map(selectVoid).join('\nunion all ')}`,
    [...values],
  )
  for (const [index, target] of targets.entries()) {
    const keys = rows.flatMap((row) => (row.target === index ? [row.keys] : []))
    if (keys.length > 0) await removeVoid(client, target, keys)
  }
}

/** The step that writes the changes into one table. */
function writeStep({ table, keys, sums, from = 'select * from changes' }: Target, index: number) {
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

/** The keys of what came to nothing in one table. */
function selectVoid({ keys, sums }: Totals, index: number) {
  const names = Object.keys(keys).map((name) => `${name}::text`)
  return `select ${index} as target, array[${names.join(', ')}] as keys
    from written_${index} where ${isVoid(sums)}`
}

/** A statement cannot change a row twice, so they go in one of its own. */
async function removeVoid(
  client: ClientBase,
  { table, keys, sums }: Totals,
  rows: readonly string[][],
): Promise<void> {
  const names = Object.keys(keys)
  const lists = Object.values(keys).map((type, index) => `$${index + 1}::${type}[]`)
  await client.query(
    `delete from ${table} t using unnest(${lists.join(', ')}) as gone(${names.join(', ')})
     where ${names.map((name) => `t.${name} = gone.${name}`).join(' and ')}
       and ${isVoid(sums.map((sum) => `t.${sum}`))}`,
    names.map((_, index) => rows.map((row) => row[index])),
  )
}

function isVoid(sums: readonly string[]): string {
  return sums.map((sum) => `${sum} = 0`).join(' and ')
}
