import type { ClientBase } from 'pg'
import type { Totals } from './fact-totals.ts'

/** Changes of sums, in SQL. */
export interface Changes {
  /** The common table expressions that lead to them. */
  through?: readonly string[]
  /** A select that names every key and sum of the first table; several rows may change the same sum. */
  changes: string
  values?: readonly unknown[]
}

/** Where sums are added to. */
export interface Into {
  client: ClientBase
  /** The name of the table that stands for one of ours: itself, unless it is made anew beside it. */
  of?(table: string): string
  /** Whether changes are gathered until `addGathered`: rows that others change too are not held meanwhile. */
  gathers?: boolean
}

/** A table that takes changes; `from` is how it sees them when its keys are others than the first one's. */
type Target = Totals & { from?: string }

/** Makes the place where changes are gathered, until the transaction ends. */
export const MAKE_GATHERED =
  'create temp table gathered (target text, keys text[], sums bigint[]) on commit drop'

/** Adds changes to tables of sums, in one statement. A row that comes to nothing goes. */
export async function addTo(
  { client, of = itself, gathers = false }: Into,
  { through = [], changes, values = [] }: Changes,
  ...targets: Target[]
): Promise<void> {
  const there = targets.map((target) => ({ ...target, table: of(target.table) }))
  const write = gathers ? gatherStep : writeStep
  const steps = [...through, `changes as materialized (${changes})`, ...there.map(write)]
  const asked = gathers ? 'select 1' : there.map(selectVoid).join('\nunion all ')
  const { rows } = await client.query<{ target: number; keys: string[] }>(
    `with ${steps.join(',\n')}\n${asked}`,
    [...values],
  )
  if (gathers) return
  for (const [index, target] of there.entries()) {
    const keys = rows.flatMap((row) => (row.target === index ? [row.keys] : []))
    if (keys.length > 0) await removeVoid(client, target, keys)
  }
}

/**
 * Adds what was gathered, each table's rows in the order of its keys: of two who add at once one waits for a moment,
 * and never each for the other.
 */
export async function addGathered(
  client: ClientBase,
  totals: readonly Totals[],
  of: (table: string) => string = itself,
): Promise<void> {
  await client.query('analyze gathered')
  for (const { keys, sums, table } of totals) {
    const names = Object.entries(keys).map(
      ([name, type], place) => `(keys[${place + 1}])::${type} as ${name}`,
    )
    const amounts = sums.map((sum, place) => `sums[${place + 1}] as ${sum}`)
    const from = `select ${[...names, ...amounts].join(', ')} from gathered where target = '${of(table)}'`
    const target = { keys, sums, table: of(table), from }
    const { rows } = await client.query<{ keys: string[] }>(
      `with ${writeStep(target, 0)} ${selectVoid(target, 0)}`,
    )
    if (rows.length > 0)
      await removeVoid(
        client,
        target,
        rows.map((row) => row.keys),
      )
  }
}

const itself = (table: string) => table

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

/** The step that gathers them instead. */
function gatherStep({ table, keys, sums, from = 'select * from changes' }: Target, index: number) {
  const names = Object.keys(keys)
  return `gathered_${index} as (
    insert into gathered (target, keys, sums)
    select '${table}', array[${names.map((name) => `${name}::text`).join(', ')}],
      array[${sums.map((sum) => `sum(${sum})::bigint`).join(', ')}]
    from (${from}) as seen group by ${names.join(', ')}
    having ${sums.map((sum) => `sum(${sum}) <> 0`).join(' or ')}
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
