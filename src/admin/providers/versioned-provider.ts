import type { BaseKey, BaseRecord, DataProvider } from '@refinedev/core'
import type { Row } from '#model/declaration.ts'
import { isSameValue } from '#model/field-changes.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { normalizeRow } from './adapters/normalize.ts'
import { rawPayload, withSent } from './adapters/raw-payload.ts'
import { HttpError } from './http-client.ts'
import { isStatus, type Rebased, save, type Way, type Written } from './versioned-write.ts'

type Values = Readonly<Record<string, unknown>>

/** So many records are remembered as they were read last. */
const MOST_READ = 2000

/** Why a write was not made, beside what HttpError says. After `conflict`, `changed` says who saved another version, and when. */
type Failure = 'conflict' | 'deleted' | 'unknownOutcome'

/** A write that the data provider gave up. */
export class WriteError extends HttpError {
  override name = 'WriteError'
  readonly failure: Failure

  constructor(failure: Failure, error: HttpError) {
    const { statusCode, message, errors: fields, current, changed, outcome } = error
    super(statusCode, { message, fields, current, changed, outcome })
    this.failure = failure
  }
}

/**
 * Makes `update` and `deleteOne` of a data provider safe when several people edit a record. It sends the version that was read last
 * (If-Match). After a 412 it merges changes of other fields and tries again, three times at most. Otherwise it throws a
 * WriteError. Where no answer came, the stored record tells whether the update was made. A caller may pass the record
 * that it shows as `meta.base`; one that passes `meta.version` handles conflicts itself.
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

  const versioned = {
    getList: (params) => noting(params.resource, 'listed', provider.getList(params)),
    getOne: (params) => noting(params.resource, 'alone', provider.getOne(params)),
    getMany: (params) => noting(params.resource, 'listed', provider.getMany?.(params)),

    async update(params) {
      const { resource: name, id, variables, meta } = params
      const base = isObject(meta?.base) ? (meta.base as Row) : read.get(keyOf(name, id))?.row
      const isCallers = typeof meta?.version === 'number'
      if (isCallers || base?.version === undefined || !isObject(variables))
        return noting(name, 'written', provider.update(params))
      const resource = resourceOf(name)
      let answer: Awaited<ReturnType<DataProvider['update']>> | undefined
      let stored = base
      const way: Way<Row, Values> = {
        async send({ version }, values) {
          const sent = { ...params, variables: values, meta: { ...meta, version } }
          answer = await noting(name, 'written', provider.update(sent as typeof params))
          return {}
        },
        currentOf: (before, error) => currentRow(resource, before, error.current),
        async read() {
          try {
            stored = (await provider.getOne({ resource: name, id })).data as Row
            return { version: stored }
          } catch (error) {
            return isStatus(error, 404) ? 'gone' : 'unknown'
          }
        },
        rebase: (before, values, theirs) => {
          stored = theirs
          return rebaseValues(before, values, theirs)
        },
      }
      const done = await save(base, variables as Values, way)
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
          return {}
        },
        currentOf: (before, error) => currentRow(resourceOf(name), before, error.current),
        async read() {
          try {
            return { version: (await provider.getOne({ resource: name, id })).data as Row }
          } catch (error) {
            return isStatus(error, 404) ? 'gone' : 'unknown'
          }
        },
        rebase: (before, change, { version }) => {
          const isOwn = last?.isWritten && last.row.version === version
          return { change, is: isOwn || version === before.version ? 'open' : 'clash' }
        },
      })
      if (answer) return answer
      if (done.kind === 'saved') return { data: base }
      // No answer came, and the record is gone: that is what was wanted.
      if (done.kind === 'gone' && !isStatus(done.error, 404)) return { data: base }
      const error = done.error as HttpError
      throw isStatus(error, 412) ? new WriteError('conflict', error) : error
    },
  } as Pick<DataProvider, 'getList' | 'getOne' | 'getMany' | 'update' | 'deleteOne'>
  return { ...provider, ...versioned }
}

function failureOf(done: Exclude<Written<Row, Values>, { kind: 'saved' }>): HttpError {
  const error = done.error as HttpError
  switch (done.kind) {
    case 'clash':
      return new WriteError('conflict', error)
    case 'gone':
      return new WriteError('deleted', error)
    case 'unknown':
      return new WriteError('unknownOutcome', error)
    // The record shows that nothing was saved: the same update may be tried again.
    case 'unsaved':
    case 'failed':
      return error
  }
}

/**
 * Lays an update of one version over another: fields that only others changed keep their new values. An update that
 * changes nothing of its base is based on something newer, and is sent as it is.
 */
function rebaseValues(base: Row, values: Values, theirs: Row): Rebased<Values> {
  const mine = Object.keys(values).filter((key) => !isSameValue(values[key], base[key]))
  if (mine.length === 0) return { change: values, is: 'open' }
  const open = mine.filter((key) => !isSameValue(values[key], theirs[key]))
  const isClash = open.some((key) => !isSameValue(base[key], theirs[key]))
  const change = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, mine.includes(key) ? value : theirs[key]]),
  )
  return { change, is: isClash ? 'clash' : open.length === 0 ? 'saved' : 'open' }
}

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
