import { listFilters } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { countOf, plural } from '#model/plural.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { columnsOf, type Data, tableName } from './shape.ts'
import {
  createBrokenReferences,
  createFaultsOf,
  createFilling,
  type Fault,
} from './stored-faults.ts'
import { sharedValues } from './uniqueness.ts'

/** What a check found, by the doctor or in stored records. */
export interface Finding {
  /** What was checked, in a word or two. */
  about: string
  /** How it is, in a sentence. */
  words: string
  /** What to do or type; absent if nothing is wrong. */
  fix?: string
}

/** What a declaration would refuse of stored records, once for each field. */
export interface StoredFinding extends Finding, Omit<Fault, 'path'> {
  /** The Refine name. */
  resource: string
  field: string
  /** Number of records. */
  count: number
  /** The first of them. */
  records: { id: string; name: string }[]
  /** The console's list of them, or of the first of them. */
  link: string
  /** Keys that are stored and that nothing reads: a field that nobody fills may have been called so. */
  strays?: readonly string[]
}

interface FindOptions {
  /** How many records of a finding are named. */
  most?: number
  /** Pauses between batches, so that requests do not wait. */
  rest?(workedMs: number): Promise<void>
  signal?: AbortSignal
}

const BATCH = 1000
const START = '00000000-0000-0000-0000-000000000000'
/** Most values that occur twice and are reported. */
const MOST_SHARED = 1000

/**
 * Lists what the declarations would refuse of the stored records, by resource and field. It only reads, a batch at a
 * time; the database may be one that has not seen these declarations.
 */
export async function findStoredFaults(
  runner: Runner,
  registry: readonly Resource[],
  options: FindOptions = {},
): Promise<StoredFinding[]> {
  const tables = await tablesOf(runner, registry)
  const there = registry.filter((resource) => tables.has(tableName(resource)))
  const findings: StoredFinding[] = []
  for (const resource of there)
    findings.push(...(await findInResource(runner, resource, there, options)))
  return findings
}

async function findInResource(
  runner: Runner,
  resource: Resource,
  registry: readonly Resource[],
  { most, rest, signal }: FindOptions,
): Promise<StoredFinding[]> {
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
      filling.add(data)
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
  if (count > 0)
    for (const path of filling.empty()) {
      const fault: Fault = { kind: 'unfilled', path, message: '' }
      for (const { id, data } of first) add(id, data, [fault])
      more(fault, count - first.length)
    }
  return findings(filling.strays())
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

/** Reads the JSON: the columns may not exist yet. */
async function twinsIn(runner: Runner, resource: Resource) {
  const columns = columnsOf(resource, 't', 'json')
  const found = await Promise.all(
    resource.unique.map(async (rule) => {
      const fault: Fault = { kind: 'twice', path: rule.path, message: rule.message }
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

/** How many records a link names at most. */
const MOST_LINKED = 100

type Collected = Omit<StoredFinding, keyof Finding | 'link'>

/** Gathers faults into findings; of each finding's records the first `most` are kept. */
function createCollector(resource: Resource, nameOf: (data: Data) => string, most = 3) {
  const found = new Map<string, { finding: Collected; ids: string[] }>()

  const at = ({ path, ...fault }: Fault) => {
    const key = JSON.stringify([path, fault.kind, fault.value])
    const known = found.get(key) ?? {
      ids: [],
      finding: { ...fault, resource: resource.name, field: path, count: 0, records: [] },
    }
    found.set(key, known)
    return known
  }

  return {
    /** Adds the faults of a record, which counts once for each finding. */
    add(id: string, data: Data | undefined, faults: readonly Fault[]): void {
      for (const { finding, ids } of new Set(faults.map(at))) {
        finding.count += 1
        if (ids.length < MOST_LINKED) ids.push(id)
        if (finding.records.length < most)
          finding.records.push({ id, name: data ? nameOf(data) : '' })
      }
    },
    /** Adds records that are counted but not named. */
    more(fault: Fault, count: number): void {
      at(fault).finding.count += count
    },
    findings: (strays: readonly string[]): StoredFinding[] =>
      [...found.values()].map(({ finding, ids }) => {
        const one = finding.kind === 'unfilled' ? { ...finding, strays } : finding
        return {
          ...one,
          about: `${resource.title}, ${one.field}`,
          words: describeFault(one),
          fix: adviceFor(one),
          link: linkTo(resource, one, ids),
        }
      }),
  }
}

/** Links the list filtered by a choice where there is such a filter, else the first hundred records by their ids. */
function linkTo(resource: Resource, { kind, field, value = '' }: Collected, ids: string[]): string {
  const list = `/admin/${resource.page}`
  if (kind === 'unfilled' || resource.hasOwnPage) return list
  const isFiltered = listFilters(resource).some((filter) => filter.path === field)
  if (kind === 'choice' && isFiltered && describe(resource.row, field)?.choices)
    return `${list}?${new URLSearchParams({ [field]: value })}`
  return `${list}?ids=${ids.slice(0, MOST_LINKED).join(',')}`
}

/** Describes a finding in a sentence for the operator. */
function describeFault({ kind, count, message, value, strays = [] }: Collected): string {
  const records = countOf(count, 'record')
  const does = (one: string, many: string) => `${records} ${plural(count, one, many)}`
  switch (kind) {
    case 'choice':
      return `${does('has', 'have')} '${value}', which is not offered`
    case 'missing':
      return `${does('lacks', 'lack')} it, and it is required`
    case 'reference':
      return `${does('refers', 'refer')} to one of ${value} that does not exist`
    case 'twice':
      return `${records} share a value with another, against the rule '${message}'`
    case 'limit':
    case 'kind':
      return `${records} would be refused: '${message}'`
    case 'unfilled':
      return strays.length > 0
        ? `none of ${records} has it, and nothing reads what they hold as ${strays.join(', ')}`
        : `none of ${records} has it`
  }
}

function adviceFor({ kind, field, strays = [] }: Collected): string {
  switch (kind) {
    case 'choice':
      return 'Offer it again, or choose another in each. Until then it stays, is shown, and is found by its filter.'
    case 'missing':
      return 'Give it a default, make it optional, or fill it in. Until then the records can be edited without it.'
    case 'reference':
      return 'Choose another in each.'
    case 'twice':
      return 'Change or delete all but one of each. Until then new ones are refused. The next start builds the index when they are gone.'
    case 'limit':
      return 'Widen the rule, or correct the records. Until then what is stored stays as long as nobody changes it.'
    case 'kind':
      return 'Correct the records. Until then their answers do without it.'
    case 'unfilled':
      return strays.length > 0
        ? `If it was renamed, take its values along: renamedFrom: { ${field}: '${likely(field, strays)}' }.`
        : 'Nothing, if it is new. Leave it out if nobody needs it.'
  }
}

/** Guesses which of some keys was the field's former name. */
function likely(field: string, keys: readonly string[]): string {
  const has = (one: string, other: string) => one.toLowerCase().includes(other.toLowerCase())
  return keys.find((key) => has(key, field) || has(field, key)) ?? keys[0] ?? ''
}

/** Returns whether a declaration would refuse the records. A field that nobody fills is only worth knowing. */
export function isFault({ kind }: StoredFinding): boolean {
  return kind !== 'unfilled'
}
