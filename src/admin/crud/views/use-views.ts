import { type HttpError, useCreate, useDelete, useList, useUpdate } from '@refinedev/core'
import { useEffect, useMemo } from 'react'
import { translate } from '#admin/format/translate.ts'
import { note } from '#admin/http/backend.ts'
import { isStatus } from '#admin/providers/http-client.ts'
import { MAX_PAGE_SIZE } from '#contract/api.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { failed, succeeded } from '../notices.ts'
import { personNow, type SavedView, VIEWS } from './saved-views.ts'

/** What a view is changed in. */
type ViewValues = Partial<Pick<SavedView, 'name' | 'query' | 'layout' | 'shared'>>

const SETTINGS = registry.find(({ name }) => name === 'list-settings') as Resource

const READ = {
  pagination: { currentPage: 1, pageSize: MAX_PAGE_SIZE, mode: 'server' },
  errorNotification: false,
  queryOptions: { staleTime: 60_000, retry: false },
} as const

/** The views of a list, which of them it opens with, and the ways to write them. Writes reject with HttpError. */
export function useViews({ name: of }: Resource) {
  const views = useList<SavedView, HttpError>({
    ...READ,
    resource: VIEWS.page,
    filters: [{ field: 'resource', operator: 'eq', value: of }],
  })
  const settings = useList<Row, HttpError>({ ...READ, resource: SETTINGS.page })
  const create = useCreate<Row, HttpError>()
  const update = useUpdate<Row, HttpError>()
  const remove = useDelete<Row, HttpError>()
  // A backend that keeps changes and no views is not asked again.
  const isLacking = [views, settings].some(({ query }) => isStatus(query.error, 404))
  useEffect(() => {
    if (isLacking) note(VIEWS.api.path, false)
  }, [isLacking])

  const { data } = views.query
  /** One's own first, then those that others share. */
  const all = useMemo(() => {
    const person = personNow()
    const rows = data?.data ?? []
    const own = rows.filter(({ owner }) => owner === person)
    return [...own, ...rows.filter(({ owner }) => owner !== person)]
  }, [data])
  const setting = settings.result.data.find(({ resource }) => resource === of)
  /** How a write is told of, with Undo. In a dialog its own form shows the error. */
  const telling = (message: string, name: string, isInDialog = false) => ({
    mutationMode: 'pessimistic' as const,
    invalidates: ['list', 'many'] as ('list' | 'many')[],
    successNotification: (answer?: unknown) =>
      succeeded(
        translate(message, { name }),
        (answer as { changeId?: string } | undefined)?.changeId,
      ),
    errorNotification: isInDialog
      ? (false as const)
      : (error?: unknown) =>
          failed(error as HttpError | undefined, 'The view could not be saved.', VIEWS),
  })

  return {
    all,
    /** The id of the one that the list opens with. */
    start: all.find(({ id }) => id === setting?.view)?.id,
    isPending: views.query.isPending || settings.query.isPending,
    isFailed: views.query.isError,
    isSaving: create.mutation.isPending || update.mutation.isPending,
    retry: () => {
      void views.query.refetch()
      void settings.query.refetch()
    },

    /** Gives the id of the new view. */
    async create(values: ViewValues & { name: string }): Promise<string> {
      const { data } = await create.mutateAsync({
        resource: VIEWS.page,
        values: { resource: of, ...values },
        ...telling('View “{name}” saved.', values.name, true),
      })
      return String(data.id)
    },
    async update(view: SavedView, values: ViewValues, isInDialog = false) {
      await update.mutateAsync({
        resource: VIEWS.page,
        id: view.id,
        values,
        meta: { base: view },
        ...telling('View “{name}” saved.', values.name ?? view.name, isInDialog),
      })
    },
    async remove({ id, name, version }: SavedView) {
      await remove.mutateAsync({
        resource: VIEWS.page,
        id,
        meta: { version },
        ...telling('View “{name}” deleted.', name),
      })
    },
    /** Has the list open with a view; without one, with all. */
    async startWith(view: Pick<SavedView, 'id' | 'name'> | undefined) {
      const message = view ? 'This list opens with “{name}”.' : 'This list opens with all.'
      const shared = { resource: SETTINGS.page, ...telling(message, view?.name ?? '') }
      if (setting)
        await update.mutateAsync({
          ...shared,
          id: setting.id,
          values: { view: view?.id ?? null },
          meta: { base: setting },
        })
      else await create.mutateAsync({ ...shared, values: { resource: of, view: view?.id } })
    },
  }
}
