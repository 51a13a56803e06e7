import type { BaseKey, BaseRecord, DataProvider } from '@refinedev/core'
import type { Row } from '#model/declaration.ts'
import { isSameValue } from '#model/field-changes.ts'
import { numbered } from '#model/order.ts'
import { isObject } from '#model/paths.ts'
import { withIds } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import { normalizeRow } from './adapters/normalize.ts'
import { rawPayload, withSent, withUntouchedAsSent } from './adapters/raw-payload.ts'
import { HttpError, newKey } from './http-client.ts'
import {
  type Found,
  isStatus,
  lookWhether,
  outcomeOf,
  type Rebased,
  save,
  type Way,
  type Written,
} from './versioned-write.ts'

type Values = Readonly<Record<string, unknown>>

/** So many records are remembered as they were read last. */
const MOST_READ = 2000

/** Why a write was not made. `notSaved`: no answer came, and the record shows that nothing was saved. */
type Failure = 'conflict' | 'deleted' | 'unknownOutcome' | 'notSaved'

/** A write that the data provider gave up. After `conflict`, `changed` says who saved another version, and when. */
export class WriteError extends HttpError {
  override name = 'WriteError'
  readonly failure: Failure
  /** After `conflict`: the record as it is stored now. */
  readonly theirs: Row | undefined

  constructor(failure: Failure, error: HttpError, theirs?: Row) {
    const { statusCode, message, errors: fields, current, changed, outcome } = error
    super(statusCode, { message, fields, current, changed, outcome })
    this.failure = failure
    this.theirs = theirs
  }
}

/**
 * Makes `update` and `deleteOne` of a data provider safe when several people edit a record. It sends the version that was read last
 * (If-Match). After a 412 it merges changes of other fields and tries again, three times at most. Otherwise it throws a
 * WriteError. Where no answer came, the stored record tells whether the update was made. A caller may pass the record
 * that it shows as `meta.base`, and `meta.isCheck` to learn whether an update without an answer was made; one that
 * passes `meta.version` handles conflicts itself. `create` sends the same key again for the same values as long as
 * nobody knows whether they were stored, so that no record is made twice.
 */
export function withVersions(
  provider: DataProvider,
  resourceOf: (name: string) => Resource,
): DataProvider {
  const read = new Map<string, { row: Row; isAlone: boolean; isWritten: boolean }>()
  const keyOf = (resource: string, id: BaseKey) => `${resourceOf(resource).name} ${id}`
  /** A record that was read alone fills a form: a list that is read later does not take its place. */
  const remember = (
    resource: string,
    rows: readonly BaseRecord[],
    how: 'alone' | 'listed' | 'written',
  ) => {
    for (const row of rows) {
      if (row.id === undefined) continue
      const key = keyOf(resource, row.id)
      if (how === 'listed' && read.get(key)?.isAlone) continue
      // The oldest first: a Map keeps the order of its keys.
      read.delete(key)
      read.set(key, { row: row as Row, isAlone: how === 'alone', isWritten: how === 'written' })
    }
    for (const key of [...read.keys()].slice(0, Math.max(0, read.size - MOST_READ)))
      read.delete(key)
  }
  const noting = async <Answer extends { data: BaseRecord | BaseRecord[] }>(
    resource: string,
    how: 'alone' | 'listed' | 'written',
    answer: Promise<Answer> | undefined,
  ) => {
    const given = await answer
    if (given) remember(resource, [given.data].flat(), how)
    return given
  }

  const readNow = async (resource: string, id: BaseKey): Promise<Found<Row>> => {
    try {
      return { version: (await provider.getOne({ resource, id })).data as Row }
    } catch (error) {
      return isStatus(error, 404) ? 'gone' : 'unknown'
    }
  }

  /** The keys of new records that nobody knows of whether they were stored. */
  const unknown = new Map<string, string>()

  const versioned = {
    async create(params) {
      const intent = JSON.stringify([params.resource, params.variables])
      const key = params.meta?.key ?? unknown.get(intent) ?? newKey()
      unknown.delete(intent)
      try {
        return await provider.create({ ...params, meta: { ...params.meta, key } })
      } catch (thrown) {
        const error = thrown as HttpError
        if (outcomeOf(error) !== 'unknown') throw error
        unknown.set(intent, key)
        throw new WriteError('unknownOutcome', error)
      }
    },

    getList: (params) => noting(params.resource, 'listed', provider.getList(params)),
    getOne: (params) => noting(params.resource, 'alone', provider.getOne(params)),
    getMany: (params) => noting(params.resource, 'listed', provider.getMany?.(params)),

    async update(params) {
      const { resource: name, id, variables, meta } = params
      const isGiven = isObject(meta?.base)
      const base = isGiven ? (meta.base as Row) : read.get(keyOf(name, id))?.row
      const isCallers = typeof meta?.version === 'number'
      if (isCallers || !base || !isObject(variables))
        return noting(name, 'written', provider.update(params))
      const resource = resourceOf(name)
      let answer: Awaited<ReturnType<DataProvider['update']>> | undefined
      let stored = base
      const way: Way<Row, Values> = {
        async send({ version }, values) {
          const sent = { ...params, variables: values, meta: { ...meta, version } }
          answer = await noting(name, 'written', provider.update(sent as typeof params))
        },
        currentOf: (before, error) => currentRow(resource, before, error.current),
        read: () => readNow(name, id),
        rebase: (before, values, theirs) => {
          stored = theirs
          return rebaseValues(resource, before, values, theirs, isGiven)
        },
      }
      const done =
        meta?.isCheck === true
          ? await lookWhether(base, variables as Values, way, new HttpError(0))
          : await save(base, variables as Values, way)
      if (done.kind !== 'saved') throw failureOf(done)
      // Nothing but the stored record tells of an update whose answer was lost.
      return answer ?? { data: stored }
    },

    /** After a 412 it tries again only where this page itself wrote the newer version. */
    async deleteOne(params) {
      const { resource: name, id, meta } = params
      const last = read.get(keyOf(name, id))
      const base = isObject(meta?.base) ? (meta.base as Row) : last?.row
      if (base?.version === undefined) return provider.deleteOne(params)
      let answer: Awaited<ReturnType<DataProvider['deleteOne']>> | undefined
      const done = await save<Row, undefined>(base, undefined, {
        async send({ version }) {
          answer = await provider.deleteOne({ ...params, meta: { ...meta, version } })
        },
        currentOf: (before, error) => currentRow(resourceOf(name), before, error.current),
        read: () => readNow(name, id),
        rebase: (before, change, { version }) => {
          const isOwn = last?.isWritten && last.row.version === version
          return { change, is: isOwn || version === before.version ? 'open' : 'clash' }
        },
      })
      if (done.kind === 'saved') return answer ?? { data: base }
      // No answer came, and the record is gone: that is what was wanted.
      if (done.kind === 'gone' && !isStatus(done.error, 404)) return { data: base }
      const error = done.error as HttpError
      throw isStatus(error, 412) ? new WriteError('conflict', error) : error
    },
  } as Pick<DataProvider, 'create' | 'getList' | 'getOne' | 'getMany' | 'update' | 'deleteOne'>
  return { ...provider, ...versioned }
}

function failureOf(done: Exclude<Written<Row, Values>, { kind: 'saved' }>): HttpError {
  const error = done.error as HttpError
  switch (done.kind) {
    case 'clash':
      return new WriteError('conflict', error, done.theirs)
    case 'gone':
      return new WriteError('deleted', error)
    case 'unknown':
      return new WriteError('unknownOutcome', error)
    case 'unsaved':
      return new WriteError('notSaved', error)
    case 'failed':
      return error
  }
}

/**
 * Lays an update of one version over another: fields that only others changed keep their new values. Objects are merged
 * key by key, lists are one value. Where the base is a guess, an update that changes nothing of it is based on
 * something newer, and is sent as it is.
 */
function rebaseValues(
  resource: Resource,
  base: Row,
  values: Values,
  theirs: Row,
  isGiven: boolean,
): Rebased<Values> {
  const [before, after] = [base, theirs].map((row) => asSent(resource, row)) as [Values, Values]
  if (!isGiven && Object.keys(values).every((key) => isSame(values[key], before[key])))
    return { change: values, is: 'open' }
  const { value: change, isClash } = mergeObjects(before, values, after)
  // What the server tidies, and the ids that it gives to new entries, are no difference.
  const [wanted, stored] = [{ ...after, ...change }, after].map((one) => tidied(resource, one))
  if (isSameValue(wanted, stored)) return { change, is: 'saved' }
  return { change, is: isClash ? 'clash' : 'open' }
}

/** A record as an update sends it when nobody changes it: with ids in place of records, and values as they were received. */
function asSent(resource: Resource, row: Row): Values {
  const body = { ...numbered(resource.update, withIds(resource.update, row)) }
  for (const key of Object.keys(resource.computed)) delete body[key]
  return withUntouchedAsSent(resource, body, row)
}

function tidied(resource: Resource, values: Values): unknown {
  const parsed = parseBody(resource, 'edit', values)
  const tidy = { ...values, ...(parsed.ok && parsed.value) }
  const isNothing = (key: string, value: unknown) => key === '_id' || value === null || value === ''
  return JSON.parse(
    JSON.stringify(tidy, (key, value) => (isNothing(key, value) ? undefined : value)),
  )
}

/** Mine where it differs from before, theirs everywhere else. */
function mergeObjects(
  before: Values,
  mine: Values,
  theirs: Values,
): { value: Values; isClash: boolean } {
  let isClash = false
  const added = Object.keys(theirs).filter((key) => !(key in before))
  const entries = [...new Set([...Object.keys(mine), ...added])].map((key) => {
    const [was, own, other] = [before[key], mine[key], theirs[key]]
    if (isSame(own, was)) return [key, other]
    if (isSame(own, other)) return [key, own]
    if (isObject(was) && isObject(own) && isObject(other)) {
      const inner = mergeObjects(was, own, other)
      isClash ||= inner.isClash
      return [key, inner.value]
    }
    isClash ||= !isSame(was, other)
    return [key, own]
  })
  return { value: Object.fromEntries(entries), isClash }
}

/** A missing value and null are the same nothing. */
const isSame = (one: unknown, other: unknown) => isSameValue(one ?? null, other ?? null)

/** The record as a 412 says it is now; what it does not say is as it was. Undefined when it says nothing. */
export function currentRow<Version extends { _id: string }>(
  resource: Resource,
  base: Version,
  sent: unknown,
): Row | undefined {
  if (!isObject(sent)) return undefined
  const row = { ...base, ...normalizeRow(resource.row, sent), _id: base._id, id: base._id }
  return withSent(row, { ...rawPayload(base), ...sent })
}
