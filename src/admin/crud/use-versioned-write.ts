import {
  type HttpError,
  useCreate,
  useDataProvider,
  useDelete,
  useInvalidate,
  useUpdate,
} from '@refinedev/core'
import { type Found, isStatus, outcomeOf, type Way } from '#admin/providers/versioned-write.ts'
import { sentOf, withSent } from '#admin/wire/as-sent.ts'
import { tidyRow } from '#admin/wire/tidy.ts'
import type { Row } from '#model/declaration.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'

/** A record as some screen holds it. */
interface Versioned {
  _id: string
  version?: unknown
}

type Made = { kind: 'saved' } | { kind: 'failed' | 'unknown'; error: HttpError }

/**
 * What a versioned write (providers/versioned-write.ts) needs of Refine: the two ways to send, and those to find
 * the version of now. Takes how a row becomes what the screen holds. Says nothing of what came of it.
 */
export function useVersionedWrite<Version extends Versioned>(
  resource: Resource,
  read: (row: Row) => Version,
) {
  const create = useCreate<Row, HttpError>()
  const update = useUpdate<Row, HttpError>()
  const remove = useDelete<Row, HttpError>()
  const dataProvider = useDataProvider()
  const invalidate = useInvalidate()
  const invalidates: ('list' | 'many')[] = resource.hasOwnPage ? [] : ['list', 'many']
  const readAnew = () => void invalidate({ resource: resource.page, invalidates })
  const silent = {
    resource: resource.page,
    invalidates,
    successNotification: false,
    errorNotification: false,
  } as const
  const call = { ...silent, mutationMode: 'pessimistic' } as const
  return {
    /** Makes a new record, and tells its id. Never throws. */
    async create(values: object, onCreated?: (id: string) => void): Promise<Made> {
      try {
        const { data } = await create.mutateAsync({ ...silent, values })
        onCreated?.(String(data.id))
        return { kind: 'saved' }
      } catch (thrown) {
        const error = thrown as HttpError
        if (outcomeOf(error) !== 'unknown') return { kind: 'failed', error }
        readAnew()
        return { kind: 'unknown', error }
      }
    },
    isPending: update.mutation.isPending || remove.mutation.isPending,
    put: ({ _id: id, version }: Versioned, values: object) =>
      update.mutateAsync({ ...call, id, values, meta: { version } }),
    remove: ({ _id: id, version }: Versioned) =>
      remove.mutateAsync({ ...call, id, meta: { version } }),
    /** The ways to what is stored now of a record: from the refusal itself, or by asking past every cache. */
    latest: (id: string): Pick<Way<Version, unknown>, 'currentOf' | 'read'> => ({
      currentOf: (base, error) => {
        const row = currentRow(resource, base, error.current)
        return row && read(row)
      },
      async read(): Promise<Found<Version>> {
        try {
          const { data } = await dataProvider().getOne<Row>({ resource: resource.page, id })
          return { version: read(data) }
        } catch (error) {
          return isStatus(error, 404) ? 'gone' : 'unknown'
        } finally {
          // What came of a write that told nothing is news for the list as well.
          readAnew()
        }
      },
    }),
  }
}

/** The record as a 412 says it is now; what it does not say is as it was. Undefined when it says nothing. */
export function currentRow(
  resource: Resource,
  base: Versioned & object,
  sent: unknown,
): Row | undefined {
  if (!isObject(sent)) return undefined
  const row = { ...base, ...tidyRow(resource.row, sent), _id: base._id, id: base._id }
  return withSent(row, { ...sentOf(base), ...sent })
}
