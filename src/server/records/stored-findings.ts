import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { listFilters } from '#contract/list-query.ts'
import { describe } from '#model/describe.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { obeyRules, tryBody, wordsFor } from '#model/validate.ts'
import { countOf, explainIssues, plural } from '#model/words.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { createLinks, createReferences, type Links, type References } from './references.ts'
import { batchesOf } from './schema.ts'
import { type Data, tableName } from './shape.ts'
import { sharedValues } from './uniqueness.ts'

/** The result of a check, by the doctor or of stored records. */
export interface Finding {
  /** The subject of the check, in one or two words. */
  about: string
  /** The result, in a sentence. */
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

type Named = { id: string; name: string }

/** Stored records that a declaration would refuse, for one field. */
interface StoredFinding extends Finding, Fault {
  /** The Refine name. */
  resource: string
  /** Number of records. */
  count: number
  /** The first of them. */
  records: Named[]
  /** The console's list of them, or of the first of them. */
  link: string
}

/** The most records that a link names. */
const MOST_LINKED = 100

type StoredRow = { id: string; data: Data }

/**
 * Lists the stored values that the declarations would refuse, by resource and field. Only reads, one batch at a time.
 * The database may not have been upgraded to these declarations yet. Names at most `most` records of a finding. With a
 * signal, which ends the check, it pauses so that requests do not wait.
 */
export async function findStoredFaults(
  runner: Runner,
  registry: readonly Resource[],
  { most = 3, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<StoredFinding[]> {
  const tables = await rowsOf<{ name: string }>(
    runner,
    sql`select name from unnest(${registry.map(tableName)}::text[]) as n(name)
      where to_regclass(name) is not null`,
  )
  const there = registry.filter((one) => tables.some(({ name }) => name === tableName(one)))
  const references = createReferences(runner, there)
  const findings: StoredFinding[] = []
  for (const resource of there) {
    const found = new Map<string, { fault: Fault; records: Named[]; count: number }>()
    const add = (fault: Fault, rows: readonly StoredRow[], count = rows.length) => {
      const key = JSON.stringify([fault.field, fault.kind, fault.value])
      const known = found.get(key) ?? { fault, records: [], count: 0 }
      known.count += count
      // Keeps only names, because there may be many findings.
      for (const { id, data } of rows.slice(0, Math.max(most, MOST_LINKED) - known.records.length))
        known.records.push({ id, name: nameOf(resource, { ...data, _id: '', id: '' }) })
      found.set(key, known)
    }
    const faultsOf = createFaultsOf(resource)
    const links = createLinks({ references }, resource)
    for await (const rows of batchesOf(runner, tableName(resource), 't.deleted_at is null')) {
      signal?.throwIfAborted()
      const began = performance.now()
      // Renames the keys as the next start will.
      for (const { data } of rows)
        for (const [key, old] of Object.entries(resource.renamedFrom))
          if (!(key in data) && old in data) data[key] = data[old]
      const broken = await brokenReferences(runner, references, links, rows)
      for (const row of rows) {
        const faults = [...faultsOf(row.data), ...(broken.get(row.id) ?? [])]
        // A record counts once for each finding.
        const distinct = new Map(
          faults.map((one) => [`${one.field} ${one.kind} ${one.value}`, one]),
        )
        for (const fault of distinct.values()) add(fault, [row])
      }
      if (signal) await pause(performance.now() - began)
    }
    for (const rule of resource.unique) {
      const { rows, count } = await sharedValues(runner, resource, rule)
      if (count > 0) add({ kind: 'twice', field: rule.path, message: rule.message }, rows, count)
    }
    for (const { fault, records, count } of found.values())
      findings.push({
        ...{ ...fault, resource: resource.name, count, ...describeFault(fault, count) },
        about: `${resource.title}, ${fault.field}`,
        link: linkTo(
          resource,
          fault,
          records.map(({ id }) => id),
        ),
        records: records.slice(0, most),
      })
  }
  return findings
}

/** Links the list filtered by a choice where there is such a filter, else the first hundred records by their ids. */
function linkTo(resource: Resource, { kind, field, value = '' }: Fault, ids: string[]): string {
  const list = `/admin/${resource.page}`
  if (resource.hasOwnPage) return list
  const isFiltered = listFilters(resource).some(({ path }) => path === field)
  return kind === 'choice' && isFiltered && describe(resource.row, field)?.choices
    ? `${list}?${new URLSearchParams({ [field]: value })}`
    : `${list}?ids=${ids.slice(0, MOST_LINKED).join(',')}`
}

/** Describes a finding for the operator, and what to do. */
function describeFault({ kind, message, value }: Fault, count: number) {
  const records = countOf(count, 'record')
  const does = (one: string, many: string) => `${records} ${plural(count, one, many)}`
  const refused = `${records} would be rejected: '${message}'`
  const texts: Readonly<Record<Fault['kind'], readonly [words: string, fix: string]>> = {
    choice: [
      `${does('has', 'have')} '${value}', which is not offered`,
      'Declare the choice again, or choose another one in these records. Until then the value is kept and shown, and its filter works.',
    ],
    missing: [
      `${does('lacks', 'lack')} a value, which is required`,
      'Declare a default, make the field optional, or fill it in. Until then the records can be edited without it.',
    ],
    reference: [
      `${does('refers', 'refer')} to a record of ${value} that does not exist`,
      'Choose another record in each.',
    ],
    twice: [
      `${records} share a value with another, against the rule '${message}'`,
      'Change or delete all but one of each. Until then new duplicates are rejected. After that, the next start builds the index.',
    ],
    limit: [
      refused,
      'Relax the rule, or correct the records. Until then unchanged values are kept.',
    ],
    kind: [refused, 'Correct the records. Until then API responses omit the value.'],
  }
  const [words, fix] = texts[kind]
  return { words, fix }
}

/**
 * Returns a function that lists the faults for which the resource's schemas would reject an edit that sends a stored
 * record back. Keys that no edit writes are checked by the create schema.
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
    // Nearly all records fit as they are stored. The others are checked as an edit would send them.
    if (z.safeParse(schema, data).success) return brokenRules(data)
    const { given, parsed } = tryBody(schema, data)
    if (parsed.success) return brokenRules(parsed.data)
    return parsed.error.issues.map((issue) => {
      const path = issue.path.map(String).join('.')
      const value = getAt(given, path)
      const kind = kindOf(issue, value)
      return {
        kind,
        field: starred(path),
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

/** Returns the broken references of records by id. */
async function brokenReferences(
  runner: Runner,
  references: References,
  links: Links,
  rows: readonly StoredRow[],
): Promise<Map<string, Fault[]>> {
  const held = rows.flatMap(({ id: row, data }) =>
    links.fresh(data).map((link) => ({ ...link, row })),
  )
  const broken = new Map<string, Fault[]>()
  for (const { row, to, at } of await references.missing(runner, held)) {
    const message = `The chosen ${references.nounOf(to)} does not exist or was deleted.`
    const fault: Fault = { kind: 'reference', field: starred(at), value: to, message }
    broken.set(row, [...(broken.get(row) ?? []), fault])
  }
  return broken
}

/** Returns a path with a star in place of each position of a list. */
function starred(path: string): string {
  return path.replace(/(^|\.)\d+(?=\.|$)/g, '$1*')
}

/** The oldest records reveal a rename, because they still have values under the old key. */
const MOST_READ = 1000
/** The key that marks generated records. No declaration has it. */
const SAMPLE = 'sample'

/**
 * Lists fields that have no value in the oldest records if these records have undeclared keys: the field may have been
 * renamed without `renamedFrom`. Returns sentences for the operator.
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
        `${title}, ${path}: the oldest records have no such field, but undeclared values under ${strays.join(', ')}. If you renamed it, declare renamedFrom: { ${path}: '${likely ?? strays[0]}' }`,
      )
    }
  }
  return hints
}
