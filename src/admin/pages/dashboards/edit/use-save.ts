import { type HttpError, useCreate, useDataProvider, useUpdate } from '@refinedev/core'
import { useRef, useState } from 'react'
import { isStatus, succeeded } from '#admin/crud/notices.ts'
import { translate } from '#admin/translate.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import type { Row } from '#model/spec.ts'
import { readItem } from '#model/wire.ts'
import { dashboardResource } from '../dashboard-resource.ts'
import { failedWith, tellFailure } from '../failed.ts'
import { shownTitle } from '../names.ts'
import { bodyOf, draftOf, isSame, readDashboard } from '../read-dashboard.ts'
import { RESOURCE } from '../use-dashboards.ts'
import type { Editing } from './use-editor.ts'

const FAILED = 'Failed to save dashboard layout'
const LONGEST_TITLE = 120

/** Why a save did not happen: somebody saved another version, or deleted the dashboard. */
export type Clash = { kind: 'newer'; theirs: DashboardRecord } | { kind: 'gone' }

/**
 * Saves a draft (DASH-05): a failure keeps it, and so does a clash with another admin, which is shown with
 * both ways on.
 */
export function useSave(editing: Editing, onSaved: (id: string | undefined) => Promise<void>) {
  const [clash, setClash] = useState<Clash>()
  const [isBusy, setBusy] = useState(false)
  const isWorking = useRef(false)
  const update = useUpdate<Row, HttpError>()
  const create = useCreate<Row, HttpError>()
  const getOne = useDataProvider()().getOne

  const put = async (base: DashboardRecord): Promise<void> => {
    try {
      await update.mutateAsync({
        resource: RESOURCE,
        id: base._id,
        values: bodyOf(base, editing.draft),
        meta: { version: base.version },
        mutationMode: 'pessimistic',
        invalidates: [],
        successNotification: () => succeeded('Dashboard saved.'),
        errorNotification: (error) =>
          isStatus(error, 412) || isStatus(error, 404) ? false : failedWith(FAILED),
      })
    } catch (error) {
      if (isStatus(error, 404)) return setClash({ kind: 'gone' })
      if (isStatus(error, 412)) return meet(base, error as HttpError)
      return
    }
    await onSaved(base._id)
  }

  /** What somebody else saved meanwhile. Where that is no more than which one is the default, it is kept. */
  const meet = async (base: DashboardRecord, error: HttpError): Promise<void> => {
    const theirs = await latest(base, error)
    if (!theirs) return tellFailure(FAILED)
    if (!isSame(draftOf(theirs), draftOf(base))) return setClash({ kind: 'newer', theirs })
    editing.rebase(theirs)
    return put(theirs)
  }

  const latest = async (base: DashboardRecord, error: HttpError) => {
    const sent = error.current && readItem(dashboardResource, error.current)
    if (sent) return readDashboard(sent)
    try {
      const { data } = await getOne<Row>({ resource: RESOURCE, id: base._id })
      return readDashboard(data)
    } catch {
      return undefined
    }
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
        errorNotification: () => failedWith('Failed to create dashboard'),
      })
      await onSaved(data.id)
    } catch {
      // Refine has told it; the draft and the question stay.
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
