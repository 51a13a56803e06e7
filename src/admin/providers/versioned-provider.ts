import type { BaseKey, BaseRecord, DataProvider } from '@refinedev/core'
import type { Row } from '#model/declaration.ts'
import { isSameValue } from '#model/field-changes.ts'
import { numbered } from '#model/order.ts'
import { isObject } from '#model/paths.ts'
import { withIds } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { parseFields } from '#model/validate.ts'
import { normalizeRow } from './adapters/normalize.ts'
import { withSent, withUntouchedAsSent } from './adapters/raw-payload.ts'
import { HttpError, isStatus, newKey, outcomeOf } from './http-client.ts'

type Values = Readonly<Record<string, unknown>>

const ATTEMPTS = 3

/** Reason for a failed write. `notSaved`: no answer came, and the stored record is unchanged. */
type Failure = 'conflict' | 'deleted' | 'unknownOutcome' | 'notSaved'

/** A write that failed for good. After `conflict`, `changed` has the author and time of the other version. */
export class WriteError extends HttpError {
  override name = 'WriteError'
  readonly failure: Failure
  /** After `conflict`: the stored record. */
  readonly theirs: Row | undefined

  constructor(failure: Failure, error: HttpError, theirs?: Row) {
    const { statusCode, message, errors: fields, current, changed, outcome } = error
    super(statusCode, { message, fields, current, changed, outcome })
    this.failure = failure
    this.theirs = theirs
  }
}

/**
 * Makes the writes of a data provider safe against concurrent edits and lost answers.
 * - `update` sends the version that was read last (If-Match). After a 412 it merges changes of other fields and
 *   retries, three times at most, then throws a WriteError. After a lost answer it reads the stored record to tell
 *   whether the update was made. `meta.base` is the record that the caller shows. A caller that passes `meta.version`
 *   handles conflicts itself.
 * - `deleteOne` sends the version of `meta.base`, or of this page's own latest write.
 * - `create` reuses the key for the same values until the result is known.
 */
export function withVersions(
  provider: DataProvider,
  resourceOf: (name: string) => Resource,
): DataProvider {
  const read = new Map<string, { row: Row; isAlone: boolean; isWritten: boolean }>()
  const keyOf = (resource: string, id: BaseKey) => `${resourceOf(resource).name} ${id}`
  /** Remembers versions. A record that was read for a form is not replaced by a later list. */
  const noting = async <Answer extends { data: BaseRecord | BaseRecord[] }>(
    resource: string,
    how: 'alone' | 'listed' | 'written',
    answer: Promise<Answer>,
  ) => {
    const given = await answer
    for (const row of [given.data].flat()) {
      if (row.id === undefined) continue
      const key = keyOf(resource, row.id)
      if (how === 'listed' && read.get(key)?.isAlone) continue
      read.set(key, { row: row as Row, isAlone: how === 'alone', isWritten: how === 'written' })
    }
    return given
  }

  /** Reads the stored record, bypassing every cache; undefined if it cannot be read. */
  const readNow = async (resource: string, id: BaseKey): Promise<Row | 'gone' | undefined> => {
    try {
      return (await provider.getOne({ resource, id })).data as Row
    } catch (error) {
      return isStatus(error, 404) ? 'gone' : undefined
    }
  }

  /** Keys of new records whose result is unknown. */
  const unknown = new Map<string, string>()

  const versioned: Pick<DataProvider, 'create' | 'getList' | 'getOne' | 'update' | 'deleteOne'> = {
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

    async update(params) {
      const { resource: name, id, variables, meta } = params
      const shown = isObject(meta?.base) ? (meta.base as Row) : read.get(keyOf(name, id))?.row
      if (typeof meta?.version === 'number' || !shown || !isObject(variables))
        return noting(name, 'written', provider.update(params))
      const resource = resourceOf(name)
      let base = shown
      let values: Values = variables
      for (let attempt = 1; ; attempt++) {
        let error: HttpError
        try {
          const sent = { ...params, variables: values, meta: { ...meta, version: base.version } }
          return await noting(name, 'written', provider.update(sent as typeof params))
        } catch (thrown) {
          error = thrown as HttpError
        }
        const isUnknown = outcomeOf(error) === 'unknown'
        const isStale = !isUnknown && isStatus(error, 412)
        if (!isUnknown && isStatus(error, 404)) throw new WriteError('deleted', error)
        if (!(isUnknown || isStale)) throw error
        const told: Row | undefined = currentRow(resource, base, error.current)
        const theirs: Row | 'gone' | undefined = told ?? (await readNow(name, id))
        if (theirs === 'gone') throw new WriteError('deleted', error)
        if (!theirs) throw isUnknown ? new WriteError('unknownOutcome', error) : error
        const merged = merge(resource, base, values, theirs)
        // After a lost answer, only the stored record shows whether the update was made.
        if (merged.is === 'saved') return { data: theirs as BaseRecord as never }
        if (merged.is === 'conflict' || (isStale && attempt === ATTEMPTS))
          throw new WriteError('conflict', error, theirs)
        if (isUnknown) throw new WriteError('notSaved', error)
        base = theirs
        values = merged.values
      }
    },

    async deleteOne(params) {
      const { resource: name, id, meta } = params
      const last = read.get(keyOf(name, id))
      const isShown = isObject(meta?.base) && !last?.isWritten
      const base = isShown ? (meta.base as Row) : last?.row
      if (base?.version === undefined) return provider.deleteOne(params)
      try {
        return await provider.deleteOne({ ...params, meta: { ...meta, version: base.version } })
      } catch (thrown) {
        const error = thrown as HttpError
        const isUnknown = outcomeOf(error) === 'unknown'
        if (!isUnknown && isStatus(error, 412)) throw new WriteError('conflict', error)
        const isGone = isUnknown && (await readNow(name, id)) === 'gone'
        if (!isGone) throw error
        return { data: base as BaseRecord as never }
      }
    },
  }
  const { getMany } = provider
  return {
    ...provider,
    ...versioned,
    ...(getMany && { getMany: (params) => noting(params.resource, 'listed', getMany(params)) }),
  }
}

/** Merges an update with other users' changes. Objects are merged by key; lists are single values. */
function merge(
  resource: Resource,
  base: Row,
  values: Values,
  theirs: Row,
): { values: Values; is: 'saved' | 'conflict' | 'open' } {
  const [before, after] = [base, theirs].map((row) => asSent(resource, row)) as [Values, Values]
  const merged = mergeObjects(before, values, after)
  // Ignore the server's normalization and the ids that it gives to new entries.
  const [wanted, stored] = [{ ...after, ...merged.value }, after].map((one) =>
    normalized(resource, one),
  )
  if (isSameValue(wanted, stored)) return { values: merged.value, is: 'saved' }
  return { values: merged.value, is: merged.isClash ? 'conflict' : 'open' }
}

/** Returns the body of an update that changes nothing. */
function asSent(resource: Resource, row: Row): Values {
  const body = { ...numbered(resource.update, withIds(resource.update, row)) }
  for (const key of Object.keys(resource.computed)) delete body[key]
  return withUntouchedAsSent(resource, body, row)
}

function normalized(resource: Resource, values: Values): unknown {
  const parsed = parseFields(resource, 'edit', values)
  const merged = { ...values, ...(parsed.ok && parsed.value) }
  const isNothing = (key: string, value: unknown) => key === '_id' || value === null || value === ''
  return JSON.parse(
    JSON.stringify(merged, (key, value) => (isNothing(key, value) ? undefined : value)),
  )
}

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

/** Null and missing values are equal. */
const isSame = (one: unknown, other: unknown) => isSameValue(one ?? null, other ?? null)

/** Returns the whole stored record of a 412: a missing value was cleared. Undefined without one. */
function currentRow(resource: Resource, base: Row, sent: unknown): Row | undefined {
  if (!isObject(sent)) return undefined
  return withSent({ ...normalizeRow(resource.row, sent), _id: base._id, id: base._id }, sent)
}
