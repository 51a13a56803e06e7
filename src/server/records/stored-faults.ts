import * as z from 'zod'
import { findAt, getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { obeyRules, tryBody, wordsFor } from '#model/validate.ts'
import { explainIssues } from '#model/words.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { type Data, isId, referencesIn, tableName } from './shape.ts'

/** How a stored value differs from its declaration. */
export type FaultKind = 'missing' | 'choice' | 'limit' | 'kind' | 'reference' | 'twice' | 'unfilled'

/** One place of one record that the declaration would refuse. */
export interface Fault {
  kind: FaultKind
  /** Dotted, a star for every position of a list. */
  path: string
  /** The error that an edit of the record would get. */
  message: string
  /** The choice that is no longer offered, or the name of the referenced resource. */
  value?: string
}

/**
 * Returns a function that lists where an edit that sends a stored record back would be refused, by the resource's own
 * schemas. Stored keys that no edit writes are checked by the create schema.
 */
export function createFaultsOf(resource: Resource): (data: Data) => Fault[] {
  const { create, update } = resource
  const isOnlyCreated = ([key]: [string, unknown]) => !(key in update.shape)
  const created = Object.entries(create.shape).filter(isOnlyCreated)
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
    const issues = parsed.error.issues
    return issues.map((issue) => {
      const at = issue.path.map(String).join('.')
      const value = getAt(given, at)
      const kind = kindOf(issue, value)
      return {
        kind,
        path: starred(issue.path),
        message: Object.values(explainIssues([issue], given, label))[0] ?? '',
        ...(kind === 'choice' && { value: String(value) }),
      }
    })
  }
}

function kindOf(issue: z.core.$ZodIssue, value: unknown): FaultKind {
  if (value === undefined || value === null) return 'missing'
  switch (issue.code) {
    case 'invalid_value':
      return typeof value === 'string' ? 'choice' : 'kind'
    case 'invalid_type':
    case 'invalid_union':
      return 'kind'
    default:
      return 'limit'
  }
}

function starred(path: readonly PropertyKey[]): string {
  return path.map((key) => (typeof key === 'number' ? '*' : String(key))).join('.')
}

/** Returns a function that lists, for a batch of records, their broken references. One query for each target resource. */
export function createBrokenReferences(
  runner: Runner,
  resource: Resource,
  registry: readonly Resource[],
) {
  const links = referencesIn(resource)
  const targets = registry.filter(({ name }) => links.some(({ to }) => to === name))

  return async (rows: readonly { data: Data }[]): Promise<Fault[][]> => {
    const held = rows.map(({ data }) =>
      links.flatMap(({ path, to }) =>
        findAt(data, path).map(({ value }) => ({ path, to, id: String(value) })),
      ),
    )
    const live = new Set<string>()
    for (const target of targets) {
      const ids = held.flat().flatMap(({ to, id }) => (to === target.name && isId(id) ? [id] : []))
      if (ids.length === 0) continue
      const found = await rowsOf<{ id: string }>(
        runner,
        sql`select id from ${raw(tableName(target))}
          where id = any(${[...new Set(ids)]}::uuid[]) and deleted_at is null`,
      )
      for (const { id } of found) live.add(`${target.name} ${id}`)
    }
    return held.map((ones) =>
      ones
        .filter(({ to, id }) => !live.has(`${to} ${id.toLowerCase()}`))
        .map(({ path, to }) => ({
          kind: 'reference',
          path,
          message: `The chosen ${nounOf(to, registry)} does not exist, or was deleted.`,
          value: to,
        })),
    )
  }
}

function nounOf(to: string, registry: readonly Resource[]): string {
  return registry.find(({ name }) => name === to)?.label.one.toLowerCase() ?? 'record'
}

/** Collects which fields no record fills, and which stored keys nothing reads. */
export function createFilling(resource: Resource) {
  const left = new Set(
    resource.fields.filter(({ kind }) => kind !== 'password').map(({ path }) => path),
  )
  const known = new Set([
    ...[resource.create, resource.update, resource.row].flatMap(({ shape }) => Object.keys(shape)),
    ...Object.values(resource.renamedFrom),
  ])
  const strays = new Set<string>()
  return {
    add(data: Data): void {
      for (const path of left) if (isFilled(getAt(data, path))) left.delete(path)
      for (const key of Object.keys(data))
        if (!known.has(key) && strays.size < MOST_STRAYS) strays.add(key)
    },
    /** The fields that no record fills. */
    empty: (): string[] => [...left],
    strays: (): string[] => [...strays].filter((key) => key !== SAMPLE),
  }
}

const MOST_STRAYS = 10
/** Marks the records of the demo. */
const SAMPLE = 'sample'

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== ''
}
