import {
  type HttpError,
  useCreate,
  useDataProvider,
  useDelete,
  useInvalidate,
  useUpdate,
} from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { newKey } from '#admin/providers/http-client.ts'
import { currentRow } from '#admin/providers/versioned-provider.ts'
import {
  type Found,
  isStatus,
  outcomeOf,
  type Sent,
  type Way,
} from '#admin/providers/versioned-write.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'

/** A record as some screen holds it. */
interface Versioned {
  _id: string
  version?: unknown
}

/** Under which query the version is kept that this page wrote of a record last. */
export const writtenKey = ({ page }: Resource, id: string): string[] => ['written', page, id]

/** What became of making a new record. */
export type Made =
  | ({ kind: 'saved'; id: string | undefined } & Sent)
  | { kind: 'failed' | 'unknown'; error: HttpError }

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
  /** What is to be created, until it is. */
  const intent = useRef<{ said: string; key: string }>(undefined)
  const client = useQueryClient()
  const dataProvider = useDataProvider()
  const invalidate = useInvalidate()
  const invalidates: ('list' | 'many')[] =
    resource.hasOwnPage && !resource.hasNoPage ? [] : ['list', 'many']
  const readAnew = () => void invalidate({ resource: resource.page, invalidates })
  const silent = {
    resource: resource.page,
    invalidates,
    successNotification: false,
    errorNotification: false,
  } as const
  const call = { ...silent, mutationMode: 'pessimistic' } as const
  return {
    /**
     * Makes a new record, and tells its id. Never throws. The same values once more, after a try that failed, are
     * the same intent: where nobody knows what became of it, the server does not make the record twice.
     */
    async create(values: object, onCreated?: (id: string, row: Row) => void): Promise<Made> {
      const said = JSON.stringify(values)
      if (intent.current?.said !== said) intent.current = { said, key: newKey() }
      const { key } = intent.current
      try {
        const made = await create.mutateAsync({ ...silent, values, meta: { key } })
        intent.current = undefined
        const { id } = made.data
        if (id !== undefined) onCreated?.(String(id), made.data)
        return { kind: 'saved', id: id && String(id), ...changeOf(made) }
      } catch (thrown) {
        const error = thrown as HttpError
        if (outcomeOf(error) !== 'unknown') return { kind: 'failed', error }
        readAnew()
        return { kind: 'unknown', error }
      }
    },
    isPending: update.mutation.isPending || remove.mutation.isPending,
    async put({ _id: id, version }: Versioned, values: object): Promise<Sent> {
      const written = await update.mutateAsync({ ...call, id, values, meta: { version } })
      client.setQueryData(writtenKey(resource, id), written.data.version)
      return changeOf(written)
    },
    /** Whether this page itself wrote that version just now: a list may still show the one before. */
    isOwn: ({ _id: id, version }: Versioned): boolean =>
      version !== undefined && client.getQueryData(writtenKey(resource, id)) === version,
    remove: async ({ _id: id, version }: Versioned): Promise<Sent> =>
      changeOf(await remove.mutateAsync({ ...call, id, meta: { version } })),
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

/** What the data provider says of a write beside its record (providers/data-provider.ts). */
function changeOf(response: object): Sent {
  const { changeId } = response as Sent
  return { changeId }
}
