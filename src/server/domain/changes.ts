import { withoutExcess } from '#model/excess.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import { inBulk } from '#server/store/bulk.ts'
import { inTransaction, type Tx } from '#server/store/pool.ts'
import type { Data, Stored } from '#server/store/shape.ts'
import type { Store } from '#server/store/store.ts'
import {
  type Author,
  ChangedMeanwhileError,
  createRowWriter,
  type Patch,
} from '#server/store/write.ts'
import { type AccessRules, hasAdminRole } from './access.ts'
import type { Besides, HookTable, Within, Write } from './hooks/hooks.ts'
import { keepStored } from './kept.ts'
import { createPresenter } from './present.ts'
import { createLinks } from './references.ts'
import { conflict, invalid, notFound, stale } from './refusals.ts'
import { createViews } from './views.ts'
import { createWriteRights } from './write-rights.ts'

/** The versions on which a change may be based; undefined for any. */
export type Expected = readonly number[] | undefined

export type Guard = (before: Stored) => Promise<void>

/** What is to happen to one record. Bodies are checked by the resource's schemas. */
export type Change = { resource: string } & (
  | { action: 'create'; body: unknown }
  /** `guard` is asked of the very version that the body is laid over; it refuses by throwing. */
  | { action: 'update'; id: string; body: unknown; expected?: Expected; guard?: Guard }
  | { action: 'delete'; id: string; expected?: Expected }
)

/** The one way in which records are written: by routes, forms, commands and whatever comes. */
export interface Changes {
  /**
   * Makes all of these changes or none, in one transaction, each with its history entry; no record may be in
   * it twice. Gives the records as they are now, a deleted one as it was.
   * Refuses what the author's role may not do, wrong input with a sentence per field, what does not exist, another version than was expected,
   * taken unique values, references to nothing (MEN-03), and to delete what is referred to (CF-03).
   */
  apply(changes: readonly Change[], author: Author): Promise<Stored[]>
  create(resource: string, body: unknown, author: Author): Promise<Stored>
  /** Lays the body over the stored record. */
  update(
    resource: string,
    id: string,
    body: unknown,
    expected: Expected,
    author: Author,
  ): Promise<Stored>
  remove(resource: string, id: string, expected: Expected, author: Author): Promise<void>
  /** The record as it is, for who may change it. Refuses what does not exist, and another version than was expected. */
  latest(resource: string, id: string, expected: Expected, author: Author): Promise<Stored>
}

const ATTEMPTS = 5

/** A change that was looked at: what is to be written, and what the record was. */
interface Planned {
  subject: Subject
  write: Write
  data: Data
  unset: readonly string[]
  aside: unknown
}

type Subject = ReturnType<typeof createSubject>

/** A change of a record that is there. */
interface Known {
  action: 'update' | 'delete'
  id: string
  expected?: Expected
  body?: unknown
}

export function createChanges(
  store: Store,
  registry: readonly Resource[],
  hooks: HookTable,
  access: AccessRules,
): Changes {
  const subjects = new Map(
    registry.map((resource) => [resource.name, createSubject(store, resource, hooks, access)]),
  )
  const subjectOf = (name: string): Subject => {
    const found = subjects.get(name)
    if (!found) throw new Error(`The registry has no resource '${name}'.`)
    return found
  }

  const apply: Changes['apply'] = async (changes, author) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const planned: Planned[] = []
      for (const change of changes)
        planned.push(await plan(subjectOf(change.resource), change, author))
      try {
        return await write(planned)
      } catch (error) {
        // Another write came between: read again. An expected version then no longer matches.
        if (!(error instanceof ChangedMeanwhileError)) throw error
      }
    }
    const noun = subjectOf(changes[0]?.resource ?? '').noun
    throw conflict(`This ${noun} is being changed by others. Please try again.`)
  }

  const write = async (planned: readonly Planned[]): Promise<Stored[]> => {
    const touched = new Set(planned.map(({ subject }) => subject))
    try {
      const done = await inTransaction(store.pool, async (tx) => {
        const written: Written[] = []
        for (const one of planned) written.push(await writeOne(store, tx, one))
        for (const subject of [...touched].sort(byName)) await count(tx, subject, planned)
        return written
      })
      for (const { record, told } of done) told?.(record)
      return done.map(({ record }) => record)
    } finally {
      for (const { records } of touched) records.forget()
    }
  }

  const one = async (change: Change, author: Author): Promise<Stored> => {
    const [record] = await apply([change], author)
    if (!record) throw new Error('A change set of one gave no record.')
    return record
  }

  return {
    apply,
    create: (resource, body, author) => one({ resource, action: 'create', body }, author),
    update: (resource, id, body, expected, author) =>
      one({ resource, action: 'update', id, body, expected }, author),
    async remove(resource, id, expected, author) {
      await one({ resource, action: 'delete', id, expected }, author)
    },
    latest: (resource, id, expected, author) =>
      latest(subjectOf(resource), { action: 'update', id, expected, body: {} }, author),
  }
}

/**
 * Many sample records at once, in one transaction without time limits and alone among all starts: they are
 * checked by nobody but the database, and have a history entry where the caller asks for it.
 */
export const changeInBulk: typeof inBulk = (connection, work) => inBulk(connection, work)

/** What the writes of one resource need. */
function createSubject(store: Store, resource: Resource, table: HookTable, access: AccessRules) {
  const hooks = table[resource.name] ?? {}
  return {
    resource,
    hooks,
    noun: resource.label.one.toLowerCase(),
    records: store.records(resource.name),
    rows: createRowWriter(resource),
    twins: store.twins(resource.name),
    links: createLinks(store, resource),
    presenter: createPresenter(store, resource, hooks),
    prepare: (write: Write, data: Data) =>
      hooks.prepare?.(store, write) ?? Promise.resolve({ data, aside: undefined }),
    rights: createWriteRights(access, resource),
    viewOf: createViews(access, resource),
    mayRead: (role: string | null, name: string | undefined) =>
      role === null || (name === undefined ? hasAdminRole({ role }) : access.mayRead(role, name)),
    changeOf: (record: Stored) => store.activity.changeOf(resource.name, record),
  }
}

async function plan(subject: Subject, change: Change, author: Author): Promise<Planned> {
  const { resource, rights } = subject
  if (change.action === 'create') {
    const body = asObject(change.body)
    rights.admit(author, 'create', undefined, body)
    const data = check(subject, 'create', body)
    rights.refuseChange(author, undefined, data)
    return prepared(subject, { action: 'create', data, author }, [])
  }
  const before = await latest(subject, change, author)
  if (change.action === 'delete') return prepared(subject, { action: 'delete', before, author }, [])
  const body = asObject(change.body)
  await change.guard?.(before)
  const data = check(subject, 'edit', laidOver(before.data, body), before.data)
  const planned = await prepared(subject, { action: 'update', data, before, author }, [])
  rights.refuseChange(author, before.data, planned.data)
  const unset = Object.keys(resource.update.shape).filter(
    (key) => Object.hasOwn(before.data, key) && planned.data[key] === undefined,
  )
  return { ...planned, unset }
}

async function prepared(
  subject: Subject,
  write: Write,
  unset: readonly string[],
): Promise<Planned> {
  const given = write.action === 'delete' ? {} : write.data
  const { data, aside } = await subject.prepare(write, given)
  return { subject, write, data, unset, aside }
}

/**
 * The record as it is, for who may do this with it. Refuses what does not exist, and another version than was
 * expected, with the record as the author may see it.
 */
async function latest(
  { records, noun, rights, presenter, changeOf, viewOf }: Subject,
  { action, id, expected, body = {} }: Known,
  author: Author,
): Promise<Stored> {
  const before = await records.get(id)
  if (!before) throw notFound(`This ${noun} does not exist, or was deleted.`)
  rights.admit(author, action, before.data, asObject(body))
  if (expected?.includes(before.version) !== false) return before
  const view = author.role === null ? undefined : viewOf(author.role)
  const [shown, changed] = await Promise.all([presenter.shown(before), changeOf(before)])
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

interface Written {
  record: Stored
  told: Besides['told']
}

async function writeOne(
  store: Store,
  tx: Tx,
  { subject, write, data: given, unset, aside }: Planned,
): Promise<Written> {
  const { hooks, links, rows, twins } = subject
  const { author } = write
  const amend = (known: Stored, patch: Patch) => rows.update(tx, known, patch, author)
  const within: Within = { store, tx, amend }
  const besides = (await hooks.within?.(within, write, aside)) ?? {}
  const data = besides.data ?? given
  if (write.action === 'delete') {
    const gone = await rows.remove(tx, write.before, author)
    await links.refuseIfUsed(tx, gone.id, (name) => subject.mayRead(author.role, name))
    await besides.after?.(gone)
    return { record: write.before, told: besides.told }
  }
  await links.check(tx, data, write.action === 'update' ? write.before.data : undefined)
  const record =
    write.action === 'create'
      ? await rows.insert(tx, data, author)
      : await rows.update(tx, write.before, { set: data, unset }, author)
  const broken = await twins.of(tx, record, write.action === 'update' ? write.before : undefined)
  if (broken) throw conflict(broken.message, { [broken.path]: broken.message })
  await besides.after?.(record)
  return { record, told: besides.told }
}

const COUNTS = { create: 1, update: 0, delete: -1 } as const

/** Counts what a change set added to a resource and took from it. */
async function count(tx: Tx, subject: Subject, planned: readonly Planned[]): Promise<void> {
  const own = planned.filter((one) => one.subject === subject)
  const by = own.reduce((sum, { write }) => sum + COUNTS[write.action], 0)
  if (by !== 0) await subject.rows.tally(tx, by)
}

/** Always in the same order, so that two change sets do not wait for each other. */
function byName(one: Subject, other: Subject): number {
  return one.resource.name < other.resource.name ? -1 : 1
}

function asObject(body: unknown): Data {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw invalid('Send the values as a JSON object.')
}

/** The body over what is stored, objects key by key, lists whole: what a body does not name stays. */
function laidOver(stored: Data, body: Data): Data {
  const entries = Object.entries(body).map(([key, value]) => {
    const before = Object.hasOwn(stored, key) ? stored[key] : undefined
    return [key, isObject(before) && isObject(value) ? laidOver(before, value) : value]
  })
  return { ...stored, ...Object.fromEntries(entries) }
}
