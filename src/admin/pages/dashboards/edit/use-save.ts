import { type HttpError, useNotification } from '@refinedev/core'
import { useRef, useState } from 'react'
import { succeeded } from '#admin/crud/notices.ts'
import { useVersionedWrite } from '#admin/crud/use-versioned-write.ts'
import { translate } from '#admin/format/translate.ts'
import { type Rebased, save } from '#admin/providers/versioned-write.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import { createdOr, dashboardResource, failedWith, longest, shownTitle } from '../dashboard.ts'
import { bodyOf, type Draft, draftOf, isSame, readDashboard } from '../read-dashboard.ts'
import type { Editing } from './use-editor.ts'

/** Why a save did not happen: somebody saved another version, or deleted the dashboard. */
export type Clash = { kind: 'newer'; theirs: DashboardRecord; error: HttpError } | { kind: 'gone' }

export type Saving = ReturnType<typeof useSave>

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
  const writes = useVersionedWrite(dashboardResource, readDashboard)
  const { open: notify } = useNotification()

  const put = async (): Promise<void> => {
    const { base } = editing
    const done = await save<DashboardRecord, Draft>(base, editing.draft, {
      ...writes.latest(base._id),
      send: (version, draft) => writes.put(version, bodyOf(version, draft)),
      rebase,
    })
    switch (done.kind) {
      case 'saved':
        notify?.(succeeded('Dashboard saved.', done.changeId))
        return onSaved(base._id)
      case 'gone':
        return setClash({ kind: 'gone' })
      case 'clash':
        return setClash({ kind: 'newer', theirs: done.theirs, error: done.error })
      case 'unsaved':
        editing.rebase(done.theirs)
        notify?.(failedWith('The server gave no answer, and this dashboard was not saved.'))
        return
      default:
        notify?.(failedWith('Failed to save dashboard layout', done.error))
    }
  }

  const copy = async (): Promise<void> => {
    const { base, draft } = editing
    const { _id, id, version, updatedAt, createdAt, ...rest } = bodyOf(base, draft)
    const title = translate('{title} (copy)', { title: shownTitle(draft) }).slice(-longest('title'))
    const values = { ...rest, title, isDefault: false }
    const done = await writes.create(values)
    notify?.(createdOr(done))
    if (done.kind === 'saved') await onSaved(done.id)
    // The draft and the question stay. The tabs tell whether there is a copy all the same.
    else if (done.kind === 'unknown') await reload()
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
    base: editing.base,
    isBusy,
    clash,
    save: alone(put),
    saveCopy: alone(copy),
    reload() {
      if (clash?.kind !== 'newer') return
      editing.take(clash.theirs)
      setClash(undefined)
    },
  }
}

/** Where no more was changed meanwhile than which one is the default, that is kept; all else is told. */
function rebase(base: DashboardRecord, draft: Draft, theirs: DashboardRecord): Rebased<Draft> {
  if (isSaved(base, draft, theirs)) return { change: draft, is: 'saved' }
  return { change: draft, is: isSame(draftOf(theirs), draftOf(base)) ? 'open' : 'clash' }
}

/** Whether a stored version is what saving this draft makes, with what any reading adds. */
function isSaved(base: DashboardRecord, draft: Draft, stored: DashboardRecord): boolean {
  const body = { ...bodyOf(base, draft), _id: base._id, id: base._id }
  return isSame(draftOf(readDashboard(body)), draftOf(stored))
}
