import type * as z from 'zod'
import type { Item } from '#contract/changes.ts'
import { defOf, unwrap } from '#model/describe.ts'
import { withoutExcess } from '#model/excess.ts'
import { isObject } from '#model/paths.ts'
import { parseBody } from '#model/validate.ts'
import { conflict, invalid, notFound, stale } from '#server/http/refusal.ts'
import type { Write } from '#server/records/hooks/hooks.ts'
import { keepStored } from '#server/records/kept-values.ts'
import type { Known } from '#server/records/records.ts'
import type { Data, Stored } from '#server/records/shape.ts'
import type { Subject } from './subject.ts'
import type { Author } from './write.ts'

/** The versions on which a change may be based; undefined for any. */
export type Expected = readonly number[] | undefined

/** Asked of the very version that a body is laid over; it refuses by throwing. */
export type Guard = (before: Stored) => Promise<void>

/** What is to happen to one record. Bodies are checked by the resource's schemas. */
export type Change = { resource: string } & (
  | { action: 'create'; body: unknown }
  | { action: 'update'; id: string; body: unknown; expected?: Expected; guard?: Guard }
  /** Gives the values anew from those there are; `keys` names what it may touch. */
  | { action: 'rework'; id: string; keys: readonly string[]; values(before: Data): Data }
  | { action: 'delete' | 'restore'; id: string; expected?: Expected }
)

/** A change that was looked at: what is to be written, and what the record was. */
export interface Planned {
  subject: Subject
  write: Write
  data: Data
  unset: readonly string[]
  aside: unknown
}

/** A change as the caller of POST /changes names it. */
export function changeOf(item: Item): Change {
  if (item.action === 'create')
    return { resource: item.resource, action: 'create', body: item.values }
  const { resource, id } = item
  if (item.action === 'update') return { resource, action: 'update', id, body: item.values }
  return { resource, action: item.action, id }
}

/** Looks at one change of a record as it is. Throws what one record alone stands against it with. */
export async function planOne(
  subject: Subject,
  change: Change,
  before: Known | undefined,
  author: Author,
  isRehearsed = false,
): Promise<Planned> {
  const { resource, rights } = subject
  const prepared = (write: Write) => prepare(subject, write, isRehearsed)
  if (change.action === 'create') {
    const body = asObject(change.body)
    rights.admit(author, 'create', undefined, body)
    const data = check(subject, 'create', body)
    rights.refuseChange(author, undefined, data)
    return prepared({ action: 'create', data, author })
  }
  if (change.action === 'restore') {
    if (!before || !rights.sees(author, before.data))
      throw notFound(`This ${subject.noun} does not exist.`)
    rights.admit(author, 'delete', before.data, {})
    if (!before.isDeleted) throw conflict(`This ${subject.noun} is not deleted.`)
    return prepared({ action: 'restore', data: before.data, before, author })
  }
  const known = await admitted(subject, change, before, author)
  if (change.action === 'delete') return prepared({ action: 'delete', before: known, author })
  const given =
    change.action === 'rework'
      ? change.values(known.data)
      : laidOver(resource.update, known.data, asObject('body' in change ? change.body : {}))
  if (change.action === 'update') await change.guard?.(known)
  const data = check(subject, 'edit', given, known.data)
  const planned = await prepared({ action: 'update', data, before: known, author })
  rights.refuseChange(author, known.data, planned.data)
  planned.unset = subject.keys.filter(
    (key) => Object.hasOwn(known.data, key) && planned.data[key] === undefined,
  )
  return planned
}

async function prepare(subject: Subject, write: Write, isRehearsed: boolean): Promise<Planned> {
  const { data, aside } = await subject.prepare(write, isRehearsed)
  const kept = write.action === 'delete' || write.data === data ? write : { ...write, data }
  return { subject, write: kept, data, unset: [], aside }
}

/**
 * The live record, for who may do this with it. Refuses what does not exist, and another version than was expected,
 * with the record as the author may see it.
 */
export async function admitted(
  { noun, rights, presenter, changeOf: lastOf, viewOf }: Subject,
  change: Exclude<Change, { action: 'create' | 'restore' }>,
  before: Known | Stored | undefined,
  author: Author,
): Promise<Stored> {
  if (!before || ('isDeleted' in before && before.isDeleted) || !rights.sees(author, before.data))
    throw notFound(`This ${noun} does not exist, or was deleted.`)
  const named =
    change.action === 'rework'
      ? Object.fromEntries(change.keys.map((key) => [key, undefined]))
      : change.action === 'update'
        ? asObject(change.body)
        : {}
  rights.admit(author, change.action === 'delete' ? 'delete' : 'update', before.data, named)
  const expected = change.action === 'rework' ? undefined : change.expected
  if (expected?.includes(before.version) !== false) return before
  const view = author.role === null ? undefined : viewOf(author.role)
  const [shown, changed] = await Promise.all([presenter.shown(before), lastOf(before)])
  throw stale(noun, view ? view(shown) : shown, changed)
}

/** The values to store. What a record holds that is older than its declaration may stay as it is (KIT-12). */
function check(
  { resource, links }: Subject,
  mode: 'create' | 'edit',
  body: Data,
  before?: Data,
): Data {
  const schema = mode === 'create' ? resource.create : resource.update
  const plain = links.plain(withoutExcess(schema, body) as Data)
  const asked = parseBody(resource, mode, plain)
  const parsed = asked.ok || !before ? asked : keepStored(resource, plain, before)
  if (parsed.ok) return links.placed(mode, parsed.value)
  throw invalid(Object.values(parsed.errors).join(' '), parsed.errors)
}

function asObject(body: unknown): Data {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw invalid('Send the values as a JSON object.')
}

/**
 * The body over what is stored, declared objects key by key, lists and free JSON whole: what a body does not name
 * stays.
 */
function laidOver(schema: z.core.$ZodType, stored: Data, body: Data): Data {
  const def = defOf(unwrap(schema))
  const shape = def.type === 'object' ? def.shape : {}
  const done = { ...stored, ...body }
  for (const key in body) {
    const before = Object.hasOwn(stored, key) ? stored[key] : undefined
    const inner = Object.hasOwn(shape, key) ? shape[key] : undefined
    const value = body[key]
    if (inner && isObject(before) && isObject(value) && defOf(unwrap(inner)).type === 'object')
      done[key] = laidOver(inner, before, value)
  }
  return done
}
