import { type HttpError, useList, useNotification } from '@refinedev/core'
import { useEffect } from 'react'
import { translate } from '#admin/format/translate.ts'
import { note } from '#admin/http/backend.ts'
import { isStatus, save } from '#admin/providers/versioned-write.ts'
import { MAX_PAGE_SIZE } from '#contract/api.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { failed, succeeded } from '../notices.ts'
import { useVersionedWrite } from '../use-versioned-write.ts'
import { personNow } from './known-views.ts'
import { inOrder, readView, type SavedView } from './saved-view.ts'

/** What a view is changed in. */
export type ViewValues = Partial<{
  name: string
  query: string
  layout: unknown
  shared: boolean
}>

/** The views of a list, whoever's, and which of them it opens with. */
export interface Views {
  all: readonly SavedView[]
  /** The id of the one that the list opens with. */
  start: string | undefined
  isPending: boolean
  isFailed: boolean
  retry: () => void
}

const resourceNamed = (name: string): Resource => {
  const found = registry.find((one) => one.name === name)
  if (!found) throw new Error(`There is no resource '${name}'`)
  return found
}
const VIEWS = resourceNamed('views')
const SETTINGS = resourceNamed('list-settings')

/** Reads the views of a list, and how it opens for whoever is in. */
export function useViews({ name }: Resource): Views {
  const shared = {
    errorNotification: false,
    queryOptions: { staleTime: 60_000, retry: false },
  } as const
  const views = useList<Row, HttpError>({
    ...shared,
    resource: VIEWS.page,
    filters: [{ field: 'resource', operator: 'eq', value: name }],
    pagination: { currentPage: 1, pageSize: MAX_PAGE_SIZE, mode: 'server' },
  })
  const settings = useList<Row, HttpError>({
    ...shared,
    resource: SETTINGS.page,
    pagination: { currentPage: 1, pageSize: MAX_PAGE_SIZE, mode: 'server' },
  })
  // A backend that keeps changes and no views: it is not asked again (WIRE-07).
  const isLacking = [views, settings].some(({ query }) => isStatus(query.error, 404))
  useEffect(() => {
    if (isLacking) note(VIEWS.api.path, false)
  }, [isLacking])
  const all = inOrder((views.query.data?.data ?? []).map(readView), personNow())
  const setting = settingOf(settings.query.data?.data, name)
  const wanted = setting?.view
  return {
    all,
    start: all.find(({ id }) => id === wanted)?.id,
    isPending: views.query.isPending || settings.query.isPending,
    isFailed: views.query.isError,
    retry: () => {
      void views.query.refetch()
      void settings.query.refetch()
    },
  }
}

function settingOf(rows: readonly Row[] | undefined, name: string): Row | undefined {
  return rows?.find(({ resource }) => resource === name)
}

/** The ways to write a view. Each tells what came of it, with Undo, and gives whether it was done. */
export function useViewWrites({ name: of }: Resource) {
  const views = useVersionedWrite(VIEWS, (row) => row)
  const settings = useVersionedWrite(SETTINGS, (row) => row)
  const known = useList<Row, HttpError>({
    resource: SETTINGS.page,
    pagination: { currentPage: 1, pageSize: MAX_PAGE_SIZE, mode: 'server' },
    errorNotification: false,
    queryOptions: { staleTime: 60_000, retry: false },
  })
  const { open: notify } = useNotification()
  const tell = (message: string, name: string, changeId?: string) =>
    notify?.(succeeded(translate(message, { name }), changeId))
  const told = (error: HttpError) => notify?.(failed(error, 'The view could not be saved.', VIEWS))

  /** The latest who saves it wins: a view is a few words, and each save is told with Undo. */
  const write = async (
    row: Row,
    send: typeof views.put,
    values: object,
    latest: typeof views.latest,
  ) =>
    save<Row, object>(row, values, {
      ...latest(row.id),
      send,
      rebase: (_base, change) => ({ change, is: 'open' }),
    })

  return {
    /** Gives the id; of a refusal the error, which its dialog says. */
    async create(values: ViewValues): Promise<{ id: string | undefined } | { error: HttpError }> {
      const made = await views.create({ resource: of, ...values })
      if (made.kind !== 'saved') return { error: made.error }
      tell('View “{name}” saved.', values.name ?? '', made.changeId)
      return { id: made.id }
    },

    /** Gives the error of a refusal. */
    async update({ row, name }: SavedView, values: ViewValues): Promise<HttpError | undefined> {
      const done = await write(row, views.put, values, views.latest)
      if (done.kind !== 'saved') return done.error
      tell('View “{name}” saved.', values.name ?? name, done.changeId)
      return undefined
    },

    async remove({ row, name }: SavedView): Promise<boolean> {
      const done = await write(row, (version) => views.remove(version), {}, views.latest)
      if (done.kind === 'saved') tell('View “{name}” deleted.', name, done.changeId)
      else if (done.kind === 'gone' && isStatus(done.error, 404)) return true
      else told(done.error)
      return done.kind === 'saved'
    },

    /** Has the list open with a view; without one, with all. */
    async startWith(view: Pick<SavedView, 'id' | 'name'> | undefined): Promise<void> {
      const row = settingOf(known.query.data?.data, of)
      const done = row
        ? await write(row, settings.put, { view: view?.id ?? null }, settings.latest)
        : await settings.create({ resource: of, view: view?.id })
      if (done.kind !== 'saved') told(done.error)
      else
        tell(
          view ? 'This list opens with “{name}”.' : 'This list opens with all.',
          view?.name ?? '',
          done.changeId,
        )
    },
    told,
  }
}
