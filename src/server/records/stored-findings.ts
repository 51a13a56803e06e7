import * as z from 'zod'
import { listFilters } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { findAt, getAt } from '#model/paths.ts'
import { countOf, plural } from '#model/plural.ts'
import { referencesIn } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { obeyRules, tryBody, wordsFor } from '#model/validate.ts'
import { explainIssues } from '#model/words.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { columnsOf, type Data, isId, tableName } from './shape.ts'
import { sharedValues } from './uniqueness.ts'

/** The result of a check, by the doctor or of stored records. */
export interface Finding {
  /** The subject of the check, in a word or two. */
  about: string
  /** How it is, in a sentence. */
  words: string
  /** How to fix it; absent if nothing is wrong. */
  fix?: string
}

/** One place of one record that the declaration would refuse. */
interface Fault {
  kind: 'missing' | 'choice' | 'limit' | 'kind' | 'reference' | 'twice'
  /** Dotted, a star for every position of a list. */
  path: string
  /** The error that an edit of the record would get. */
  message: string
  /** The choice that is no longer offered, or the name of the referenced resource. */
  value?: string
}

/** Stored records that a declaration would refuse, for one field. */
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
/** The most values that occur twice and are reported. */
const MOST_SHARED = 1000
/** The most records that a link names. */
const MOST_LINKED = 100

/**
 * Lists what the declarations would refuse of the stored records, by resource and field. It only reads, a batch at a
 * time; the database may be one that has not seen these declarations.
 */
export async function findStoredFaults(
  runner: Runner,
  registry: readonly Resource[],
  options: FindOptions = {},
): Promise<StoredFinding[]> {
  const tables = await rowsOf<{ name: string }>(
    runner,
    sql`select name from unnest(${registry.map(tableName)}::text[]) as n(name)
      where to_regclass(name) is not null`,
  )
  const there = registry.filter((resource) =>
    tables.some(({ name }) => name === tableName(resource)),
  )
  const findings: StoredFinding[] = []
  for (const resource of there)
    findings.push(...(await findInResource(runner, resource, there, options)))
  return findings
}

type Stored = { id: string; data: Data }

async function findInResource(
  runner: Runner,
  resource: Resource,
  registry: readonly Resource[],
  { most, rest, signal }: FindOptions,
): Promise<StoredFinding[]> {
  const { add, more, findings } = createCollector(resource, most)
  const faultsOf = createFaultsOf(resource)
  for await (const rows of batches(runner, resource)) {
    signal?.throwIfAborted()
    const begun = performance.now()
    const broken = await brokenReferences(runner, resource, registry, rows)
    for (const [at, { id, data }] of rows.entries())
      add(id, data, [...faultsOf(data), ...(broken[at] ?? [])])
    await rest?.(performance.now() - begun)
  }
  // Reads the JSON: the columns may not exist yet.
  const columns = columnsOf(resource, 't', 'json')
  for (const rule of resource.unique) {
    const fault: Fault = { kind: 'twice', path: rule.path, message: rule.message }
    const groups = await sharedValues(runner, resource, rule, columns, MOST_SHARED)
    const rows = await rowsOf<Stored>(
      runner,
      sql`select id::text, data from ${raw(tableName(resource))}
        where id = any(${groups.flatMap(({ ids }) => ids.slice(0, 3))}::uuid[])`,
    )
    const dataOf = new Map(rows.map(({ id, data }) => [id, data]))
    for (const { ids, count } of groups) {
      for (const id of ids) add(id, dataOf.get(id), [fault])
      more(fault, count - ids.length)
    }
  }
  return findings()
}

/** Live records in the order of their ids, with keys as the next start will rename them. */
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
    for (const { data } of rows)
      for (const [key, old] of Object.entries(resource.renamedFrom))
        if (!(key in data) && old in data) data[key] = data[old]
    yield rows
    after = last.id
  }
}

/**
 * Returns a function that lists where an edit that sends a stored record back would be refused, by the resource's own
 * schemas. Stored keys that no edit writes are checked by the create schema.
 */
function createFaultsOf(resource: Resource): (data: Data) => Fault[] {
  const { create, update } = resource
  const created = Object.entries(create.shape).filter(([key]) => !(key in update.shape))
  const schema = update.safeExtend(
    Object.fromEntries(created.map(([key, inner]) => [key, z.optional(inner)])),
  )
  const label = wordsFor(resource)
  const brokenRules = (data: Data): Fault[] => {
    const obeyed = obeyRules(resource, data)
    const errors = obeyed.ok ? {} : obeyed.errors
    return Object.entries(errors).map(([path, message]) => ({ kind: 'limit', path, message }))
  }
  return (data) => {
    // Nearly every record fits as it is stored; the others are checked as an edit would send them.
    if (z.safeParse(schema, data).success) return brokenRules(data)
    const { given, parsed } = tryBody(schema, data)
    if (parsed.success) return brokenRules(parsed.data)
    return parsed.error.issues.map((issue) => {
      const value = getAt(given, issue.path.map(String).join('.'))
      const kind = kindOf(issue, value)
      return {
        kind,
        path: issue.path.map((key) => (typeof key === 'number' ? '*' : String(key))).join('.'),
        message: Object.values(explainIssues([issue], given, label))[0] ?? '',
        ...(kind === 'choice' && { value: String(value) }),
      }
    })
  }
}

function kindOf({ code }: z.core.$ZodIssue, value: unknown): Fault['kind'] {
  if (value === undefined || value === null) return 'missing'
  if (code === 'invalid_value') return typeof value === 'string' ? 'choice' : 'kind'
  return code === 'invalid_type' || code === 'invalid_union' ? 'kind' : 'limit'
}

/** Returns the broken references of each record. One query for each target resource. */
async function brokenReferences(
  runner: Runner,
  resource: Resource,
  registry: readonly Resource[],
  rows: readonly Stored[],
): Promise<Fault[][]> {
  const links = referencesIn(resource)
  const held = rows.map(({ data }) =>
    links.flatMap(({ path, to }) =>
      findAt(data, path).map(({ value }) => ({ path, to, id: String(value).toLowerCase() })),
    ),
  )
  const live = new Set<string>()
  for (const target of registry) {
    const ids = held.flat().flatMap(({ to, id }) => (to === target.name && isId(id) ? [id] : []))
    if (ids.length === 0) continue
    const found = await rowsOf<{ id: string }>(
      runner,
      sql`select id from ${raw(tableName(target))}
        where id = any(${[...new Set(ids)]}::uuid[]) and deleted_at is null`,
    )
    for (const { id } of found) live.add(`${target.name} ${id}`)
  }
  const nounOf = (to: string) =>
    registry.find(({ name }) => name === to)?.label.one.toLowerCase() ?? 'record'
  return held.map((references) =>
    references
      .filter(({ to, id }) => !live.has(`${to} ${id}`))
      .map(({ path, to }) => ({
        ...{ kind: 'reference', path, value: to },
        message: `The chosen ${nounOf(to)} does not exist, or was deleted.`,
      })),
  )
}

type Collected = Omit<StoredFinding, keyof Finding | 'link'>

/** Gathers faults into findings. Of each finding's records, the first `most` are named. */
function createCollector(resource: Resource, most = 3) {
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
        if (finding.records.length >= most) continue
        const name = data ? nameOf(resource, { ...data, _id: '', id: '' } as Row) : ''
        finding.records.push({ id, name })
      }
    },
    /** Adds records that are counted but not named. */
    more(fault: Fault, count: number): void {
      at(fault).finding.count += count
    },
    findings: (): StoredFinding[] =>
      [...found.values()].map(({ finding, ids }) => ({
        ...finding,
        ...describeFault(finding),
        about: `${resource.title}, ${finding.field}`,
        link: linkTo(resource, finding, ids),
      })),
  }
}

/** Links the list filtered by a choice where there is such a filter, else the first hundred records by their ids. */
function linkTo(resource: Resource, { kind, field, value = '' }: Collected, ids: string[]): string {
  const list = `/admin/${resource.page}`
  if (resource.hasOwnPage) return list
  const isFiltered = listFilters(resource).some((filter) => filter.path === field)
  if (kind === 'choice' && isFiltered && describe(resource.row, field)?.choices)
    return `${list}?${new URLSearchParams({ [field]: value })}`
  return `${list}?ids=${ids.join(',')}`
}

/** Describes a finding for the operator, and what to do. */
function describeFault({ kind, count, message, value }: Collected): { words: string; fix: string } {
  const records = countOf(count, 'record')
  const does = (one: string, many: string) => `${records} ${plural(count, one, many)}`
  switch (kind) {
    case 'choice':
      return {
        words: `${does('has', 'have')} '${value}', which is not offered`,
        fix: 'Offer it again, or choose another in each. Until then it stays, is shown, and is found by its filter.',
      }
    case 'missing':
      return {
        words: `${does('lacks', 'lack')} it, and it is required`,
        fix: 'Give it a default, make it optional, or fill it in. Until then the records can be edited without it.',
      }
    case 'reference':
      return {
        words: `${does('refers', 'refer')} to one of ${value} that does not exist`,
        fix: 'Choose another in each.',
      }
    case 'twice':
      return {
        words: `${records} share a value with another, against the rule '${message}'`,
        fix: 'Change or delete all but one of each. Until then new ones are refused. The next start builds the index when they are gone.',
      }
    case 'limit':
      return {
        words: `${records} would be refused: '${message}'`,
        fix: 'Widen the rule, or correct the records. Until then what is stored stays as long as nobody changes it.',
      }
    case 'kind':
      return {
        words: `${records} would be refused: '${message}'`,
        fix: 'Correct the records. Until then their answers do without it.',
      }
  }
}
