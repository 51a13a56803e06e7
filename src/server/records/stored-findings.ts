import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { listFilters } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { findAt, getAt } from '#model/paths.ts'
import { referencesIn } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { obeyRules, tryBody, wordsFor } from '#model/validate.ts'
import { countOf, explainIssues, plural } from '#model/words.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { type Data, isId, tableName } from './shape.ts'
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

/** Why the declaration would refuse one field of a record. */
interface Fault {
  kind: 'missing' | 'choice' | 'limit' | 'kind' | 'reference' | 'twice'
  /** A dotted path, with a star for every position of a list. */
  field: string
  /** The error that an edit of the record would get. */
  message: string
  /** The choice that is no longer offered, or the name of the referenced resource. */
  value?: string
}

/** Stored records that a declaration would refuse, for one field. */
export interface StoredFinding extends Finding, Fault {
  /** The Refine name. */
  resource: string
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
  /** Set in a running server: ends the search, which then also pauses so that requests do not wait. */
  signal?: AbortSignal
}

const BATCH = 1000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** The most records that a link names. */
const MOST_LINKED = 100

type StoredRow = { id: string; data: Data }

/**
 * Lists what the declarations would refuse of the stored records, by resource and field. It only reads, a batch at a
 * time; the database may be one that has not seen these declarations.
 */
export async function findStoredFaults(
  runner: Runner,
  registry: readonly Resource[],
  { most = 3, signal }: FindOptions = {},
): Promise<StoredFinding[]> {
  const tables = await rowsOf<{ name: string }>(
    runner,
    sql`select name from unnest(${registry.map(tableName)}::text[]) as n(name)
      where to_regclass(name) is not null`,
  )
  const names = tables.map(({ name }) => name)
  const there = registry.filter((resource) => names.includes(tableName(resource)))
  const findings: StoredFinding[] = []
  for (const resource of there) {
    const { add, found } = createCollector(resource, most)
    const faultsOf = createFaultsOf(resource)
    for await (const rows of batches(runner, resource)) {
      signal?.throwIfAborted()
      const began = performance.now()
      const broken = await brokenReferences(runner, resource, there, rows)
      for (const row of rows) add([...faultsOf(row.data), ...(broken.get(row.id) ?? [])], row)
      if (signal) await pause(performance.now() - began)
    }
    for (const rule of resource.unique) {
      const { rows, count } = await sharedValues(runner, resource, rule)
      const fault: Fault = { kind: 'twice', field: rule.path, message: rule.message }
      for (const row of rows) add([fault], row)
      if (count > rows.length) add([fault], undefined, count - rows.length)
    }
    findings.push(...found())
  }
  return findings
}

/** Gathers faults into findings. Of each finding's records, the first `most` are named. */
function createCollector(resource: Resource, most: number) {
  type Collected = { finding: Omit<StoredFinding, keyof Finding | 'link'>; ids: string[] }
  const found = new Map<string, Collected>()
  const findingOf = (fault: Fault): Collected => {
    const key = JSON.stringify([fault.field, fault.kind, fault.value])
    const known = found.get(key) ?? {
      finding: { ...fault, resource: resource.name, count: 0, records: [] },
      ids: [],
    }
    found.set(key, known)
    return known
  }
  return {
    /** Adds the faults of a record, which counts once for each finding; or counts records without naming them. */
    add(faults: readonly Fault[], row: StoredRow | undefined, count = 1): void {
      for (const { finding, ids } of new Set(faults.map(findingOf))) {
        finding.count += count
        if (!row) continue
        if (ids.length < MOST_LINKED) ids.push(row.id)
        const { id, data } = row
        if (finding.records.length < most)
          finding.records.push({ id, name: nameOf(resource, { ...data, _id: '', id: '' } as Row) })
      }
    },
    found: (): StoredFinding[] =>
      [...found.values()].map(({ finding, ids }) => ({
        ...finding,
        ...describeFault(finding, finding.count),
        about: `${resource.title}, ${finding.field}`,
        link: linkTo(resource, finding, ids),
      })),
  }
}

/** Links the list filtered by a choice where there is such a filter, else the first hundred records by their ids. */
function linkTo(resource: Resource, { kind, field, value = '' }: Fault, ids: string[]): string {
  const list = `/admin/${resource.page}`
  if (resource.hasOwnPage) return list
  const isFiltered = listFilters(resource).some(({ path }) => path === field)
  return kind === 'choice' && isFiltered && describe(resource.row, field)?.choices
    ? `${list}?${new URLSearchParams({ [field]: value })}`
    : `${list}?ids=${ids.join(',')}`
}

/** Describes a finding for the operator, and what to do. */
function describeFault({ kind, message, value }: Fault, count: number) {
  const records = countOf(count, 'record')
  const does = (one: string, many: string) => `${records} ${plural(count, one, many)}`
  const refused = `${records} would be refused: '${message}'`
  const texts: Readonly<Record<Fault['kind'], readonly [words: string, fix: string]>> = {
    choice: [
      `${does('has', 'have')} '${value}', which is not offered`,
      'Offer it again, or choose another in each. Until then it stays, is shown, and is found by its filter.',
    ],
    missing: [
      `${does('lacks', 'lack')} it, and it is required`,
      'Give it a default, make it optional, or fill it in. Until then the records can be edited without it.',
    ],
    reference: [
      `${does('refers', 'refer')} to one of ${value} that does not exist`,
      'Choose another in each.',
    ],
    twice: [
      `${records} share a value with another, against the rule '${message}'`,
      'Change or delete all but one of each. Until then new ones are refused. The next start builds the index when they are gone.',
    ],
    limit: [
      refused,
      'Widen the rule, or correct the records. Until then what is stored stays as long as nobody changes it.',
    ],
    kind: [refused, 'Correct the records. Until then their answers do without it.'],
  }
  const [words, fix] = texts[kind]
  return { words, fix }
}

/** Reads live records in the order of their ids, with keys as the next start will rename them. */
async function* batches(runner: Runner, resource: Resource) {
  const table = raw(tableName(resource))
  for (let after = FIRST_ID; ; ) {
    const rows = await rowsOf<StoredRow>(
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
    return Object.entries(errors).map(([field, message]) => ({ kind: 'limit', field, message }))
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
        field: issue.path.map((key) => (typeof key === 'number' ? '*' : String(key))).join('.'),
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

/** Returns the broken references of records by id. One query for each target resource. */
async function brokenReferences(
  runner: Runner,
  resource: Resource,
  registry: readonly Resource[],
  rows: readonly StoredRow[],
): Promise<Map<string, Fault[]>> {
  const broken = new Map<string, Fault[]>()
  for (const to of new Set(referencesIn(resource).map((one) => one.to))) {
    const target = registry.find(({ name }) => name === to)
    const paths = referencesIn(resource).filter((one) => one.to === to)
    const held = rows.flatMap(({ id, data }) =>
      paths.flatMap(({ path }) =>
        findAt(data, path).map(({ value }) => ({ id, path, to: String(value).toLowerCase() })),
      ),
    )
    const wanted = [...new Set(held.map((one) => one.to).filter(isId))]
    const live = target
      ? await rowsOf<{ id: string }>(
          runner,
          sql`select id from ${raw(tableName(target))}
            where id = any(${wanted}::uuid[]) and deleted_at is null`,
        )
      : []
    const known = new Set(live.map(({ id }) => id))
    const noun = target?.label.one.toLowerCase() ?? 'record'
    const message = `The chosen ${noun} does not exist, or was deleted.`
    for (const one of held) {
      if (known.has(one.to)) continue
      const fault: Fault = { kind: 'reference', field: one.path, value: to, message }
      broken.set(one.id, [...(broken.get(one.id) ?? []), fault])
    }
  }
  return broken
}

/** The oldest records show a rename: it leaves their values under the old key. */
const MOST_READ = 1000
/** The mark of generated records, which no declaration has. */
const SAMPLE = 'sample'

/**
 * Lists fields without any value in the oldest records, in sentences for the operator, where these records hold keys
 * that nothing reads: the field may have been renamed without `renamedFrom`.
 */
export async function findRenames(
  runner: Runner,
  registry: readonly Resource[],
): Promise<string[]> {
  const hints: string[] = []
  for (const resource of registry) {
    const { title, fields, create, update, row, renamedFrom } = resource
    const filled = await rowsOf<{ key: string }>(
      runner,
      sql`select distinct key from (
          select data from ${raw(tableName(resource))} where deleted_at is null order by id limit ${MOST_READ}
        ) as oldest, jsonb_each(data) where value not in ('null', '""', '[]') order by key`,
    )
    const keys = filled.map(({ key }) => key)
    const known = [create, update, row].flatMap(({ shape }) => Object.keys(shape))
    known.push(SAMPLE, ...Object.values(renamedFrom))
    const strays = keys.filter((key) => !known.includes(key))
    if (strays.length === 0) continue
    for (const { path, kind } of fields) {
      if (kind === 'password' || path.includes('.') || keys.includes(path) || path in renamedFrom)
        continue
      const likely = strays.find((key) => key.toLowerCase().includes(path.toLowerCase()))
      hints.push(
        `${title}, ${path}: the oldest records do not have it, and nothing reads what they hold as ${strays.join(', ')}. If it was renamed: renamedFrom: { ${path}: '${likely ?? strays[0]}' }`,
      )
    }
  }
  return hints
}
