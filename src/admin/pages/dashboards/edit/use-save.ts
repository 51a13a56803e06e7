import { type HttpError, useCreate, useNotification, useUpdate } from '@refinedev/core'
import { useRef, useState } from 'react'
import { isStatus, outcomeOf, succeeded } from '#admin/crud/notices.ts'
import { useReread } from '#admin/crud/use-reread.ts'
import { translate } from '#admin/format/translate.ts'
import { readItem } from '#admin/wire/wire.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import type { Row } from '#model/spec.ts'
import { dashboardResource } from '../dashboard-resource.ts'
import { failedWith } from '../failed.ts'
import { shownTitle } from '../names.ts'
import { bodyOf, type Draft, draftOf, isSame, readDashboard } from '../read-dashboard.ts'
import { RESOURCE } from '../use-dashboards.ts'
import type { Editing } from './use-editor.ts'

const FAILED = 'Failed to save dashboard layout'
const SAVED = 'Dashboard saved.'
const LONGEST_TITLE = 120

/** Why a save did not happen: somebody saved another version, or deleted the dashboard. */
export type Clash = { kind: 'newer'; theirs: DashboardRecord } | { kind: 'gone' }

/**
 * Saves a draft (DASH-05): a failure keeps it, and so does a clash with another admin, which is shown with
 * both ways on. Where no answer came, the dashboard itself tells what became of it.
 */
export function useSave(
  editing: Editing,
  reload: () => Promise<unknown>,
  onSaved: (id: string | undefined) => Promise<void>,
) {
  const [clash, setClash] = useState<Clash>()
  const [isBusy, setBusy] = useState(false)
  const isWorking = useRef(false)
  const update = useUpdate<Row, HttpError>()
  const create = useCreate<Row, HttpError>()
  const reread = useReread(RESOURCE)
  const { open: notify } = useNotification()

  const put = async (base: DashboardRecord): Promise<void> => {
    try {
      await update.mutateAsync({
        resource: RESOURCE,
        id: base._id,
        values: bodyOf(base, editing.draft),
        meta: { version: base.version },
        mutationMode: 'pessimistic',
        invalidates: [],
        successNotification: () => succeeded(SAVED),
        errorNotification: (error) =>
          isStatus(error, 412) || isStatus(error, 404) || outcomeOf(error) === 'unknown'
            ? false
            : failedWith(FAILED, error),
      })
    } catch (error) {
      if (isStatus(error, 404)) return setClash({ kind: 'gone' })
      if (isStatus(error, 412)) return meet(base, error as HttpError)
      if (outcomeOf(error) === 'unknown') return lookWhether(base, error)
      return
    }
    await onSaved(base._id)
  }

  /** What is stored is the draft already: an answer was lost, or somebody else did the same. */
  const finish = (base: DashboardRecord): Promise<void> => {
    notify?.(succeeded(SAVED))
    return onSaved(base._id)
  }

  /** What somebody else saved meanwhile. Where that is no more than which one is the default, it is kept. */
  const meet = async (base: DashboardRecord, error: HttpError): Promise<void> => {
    const theirs = await latest(base, error)
    if (!theirs) return notify?.(failedWith(FAILED))
    if (isSaved(base, editing.draft, theirs)) return finish(base)
    if (!isSame(draftOf(theirs), draftOf(base))) return setClash({ kind: 'newer', theirs })
    editing.rebase(theirs)
    return put(theirs)
  }

  const latest = async (base: DashboardRecord, error: HttpError) => {
    const sent = error.current && readItem(dashboardResource, error.current)
    if (sent) return readDashboard(sent)
    const found = await reread(base._id)
    return typeof found === 'string' ? undefined : readDashboard(found.row)
  }

  const lookWhether = async (base: DashboardRecord, error: unknown): Promise<void> => {
    const found = await reread(base._id)
    if (found === 'gone') return setClash({ kind: 'gone' })
    if (found === 'unknown') return notify?.(failedWith(FAILED, error))
    const theirs = readDashboard(found.row)
    if (isSaved(base, editing.draft, theirs)) return finish(base)
    if (!isSame(draftOf(theirs), draftOf(base))) return setClash({ kind: 'newer', theirs })
    editing.rebase(theirs)
    notify?.(failedWith('The server gave no answer, and this dashboard was not saved.'))
  }

  const copy = async (): Promise<void> => {
    const { base, draft } = editing
    const {
      _id,
      id: _row,
      version: _,
      updatedAt: _at,
      createdAt: _made,
      ...rest
    } = bodyOf(base, draft)
    const title = translate('{title} (copy)', { title: shownTitle(draft) }).slice(-LONGEST_TITLE)
    try {
      const { data } = await create.mutateAsync({
        resource: RESOURCE,
        values: { ...rest, title, isDefault: false },
        invalidates: [],
        successNotification: () => succeeded('Dashboard created successfully.'),
        errorNotification: (error) => failedWith('Failed to create dashboard', error),
      })
      await onSaved(data.id)
    } catch (error) {
      // Refine has told it; the draft and the question stay. The tabs tell whether there is a copy all the same.
      if (outcomeOf(error) === 'unknown') await reload()
    }
  }

  /** One at a time: a second click is no second save, even before anything is drawn. */
  const alone = (work: () => Promise<void>) => async () => {
    if (isWorking.current) return
    isWorking.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      isWorking.current = false
      setBusy(false)
    }
  }

  return {
    isBusy,
    clash,
    save: alone(() => put(editing.base)),
    saveCopy: alone(copy),
    reload() {
      if (clash?.kind !== 'newer') return
      editing.take(clash.theirs)
      setClash(undefined)
    },
  }
}

/** Whether a stored version is what saving this draft makes, with what any reading adds. */
function isSaved(base: DashboardRecord, draft: Draft, stored: DashboardRecord): boolean {
  const body = { ...bodyOf(base, draft), _id: base._id, id: base._id }
  return isSame(draftOf(readDashboard(body)), draftOf(stored))
}
