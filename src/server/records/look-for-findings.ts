import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { createBrokenReferences } from './broken-references.ts'
import { createCollector, type Fault, type Finding } from './finding.ts'
import { createFaultsOf } from './findings.ts'
import { columnsOf, type Data, tableName } from './shape.ts'
import { createFilling } from './unfilled.ts'
import { sharedValues } from './uniqueness.ts'

export interface LookOptions {
  /** How many records of a finding are named. */
  most?: number
  /** Rests between batches, so that whoever else uses this process is not held up. */
  rest?(workedMs: number): Promise<void>
  signal?: AbortSignal
}

const BATCH = 1000
const START = '00000000-0000-0000-0000-000000000000'
/** So many values that occur twice are told of. */
const MOST_SHARED = 1000

/**
 * What the declarations would refuse of the records that are stored, by resource and field. It reads, a batch at
 * a time, and changes nothing: a database that does not know these declarations yet will do.
 */
export async function lookAtStored(
  runner: Runner,
  registry: readonly Resource[],
  options: LookOptions = {},
): Promise<Finding[]> {
  const tables = await tablesOf(runner, registry)
  const there = registry.filter((resource) => tables.has(tableName(resource)))
  const findings: Finding[] = []
  for (const resource of there)
    findings.push(...(await lookAtResource(runner, resource, there, options)))
  return findings
}

async function lookAtResource(
  runner: Runner,
  resource: Resource,
  registry: readonly Resource[],
  { most, rest, signal }: LookOptions,
): Promise<Finding[]> {
  const nameIn = (data: Data) => nameOf(resource, { _id: '', id: '', ...data } as Row)
  const { add, more, findings } = createCollector(resource, nameIn, most)
  const faultsOf = createFaultsOf(resource)
  const brokenReferences = createBrokenReferences(runner, resource, registry)
  const filling = createFilling(resource)
  let count = 0
  const first: Stored[] = []
  for await (const rows of batches(runner, resource)) {
    signal?.throwIfAborted()
    const begun = performance.now()
    const broken = await brokenReferences(rows)
    for (const [at, { id, data }] of rows.entries()) {
      filling.see(data)
      add(id, data, [...faultsOf(data), ...(broken[at] ?? [])])
    }
    count += rows.length
    if (first.length === 0) first.push(...rows.slice(0, 3))
    await rest?.(performance.now() - begun)
  }
  for (const { fault, ids, others } of await twinsIn(runner, resource)) {
    for (const { id, data } of ids) add(id, data, [fault])
    more(fault, others)
  }
  const strays = filling.strays()
  if (count > 0)
    for (const path of filling.left()) {
      const fault: Fault = { kind: 'unfilled', path, words: '' }
      for (const { id, data } of first) add(id, data, [fault])
      more(fault, count - first.length)
    }
  return findings().map((one) => (one.kind === 'unfilled' ? { ...one, strays } : one))
}

type Stored = { id: string; data: Data }

/** Live records in the order of their ids. */
async function* batches(runner: Runner, resource: Resource) {
  const table = raw(tableName(resource))
  for (let after = START; ; ) {
    const rows = await rowsOf<Stored>(
      runner,
      // By the table's own id, which has an index, and not by the text of it.
      sql`select t.id::text as id, t.data from ${table} t
        where t.deleted_at is null and t.id > ${after} order by t.id limit ${BATCH}`,
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id, data }) => ({ id, data: withNewNames(resource, data) }))
    after = last.id
  }
}

/** The data as a start will rename its keys (db/schema.ts). */
function withNewNames({ renamedFrom }: Resource, data: Data): Data {
  const moved = Object.entries(renamedFrom).filter(([key, old]) => !(key in data) && old in data)
  return { ...data, ...Object.fromEntries(moved.map(([key, old]) => [key, data[old]])) }
}

/** Off the JSON: the columns may not be there yet. */
async function twinsIn(runner: Runner, resource: Resource) {
  const columns = columnsOf(resource, 't', 'json')
  const found = await Promise.all(
    resource.unique.map(async (rule) => {
      const fault: Fault = { kind: 'twice', path: rule.path, words: rule.message }
      const shared = await sharedValues(runner, resource, rule, columns, MOST_SHARED)
      return shared.map(({ ids, count }) => ({ fault, ids, others: count - ids.length }))
    }),
  )
  const groups = found.flat()
  const rows = await rowsOf<Stored>(
    runner,
    sql`select id::text, data from ${raw(tableName(resource))}
      where id = any(${groups.flatMap(({ ids }) => ids.slice(0, 3))}::uuid[])`,
  )
  const dataOf = new Map(rows.map(({ id, data }) => [id, data]))
  return groups.map(({ ids, ...group }) => ({
    ...group,
    ids: ids.map((id) => ({ id, data: dataOf.get(id) })),
  }))
}

async function tablesOf(runner: Runner, registry: readonly Resource[]): Promise<Set<string>> {
  const rows = await rowsOf<{ name: string }>(
    runner,
    sql`select name from unnest(${registry.map(tableName)}::text[]) as n(name)
      where to_regclass(name) is not null`,
  )
  return new Set(rows.map(({ name }) => name))
}
