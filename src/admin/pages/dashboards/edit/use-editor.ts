import { type HttpError, useCreate, useUpdate, useWarnAboutChange } from '@refinedev/core'
import { useEffect, useMemo, useState } from 'react'
import { useAutosave } from '#admin/drafts/use-autosave.ts'
import { translate } from '#admin/format/translate.ts'
import { WriteError } from '#admin/providers/versioned-provider.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import type { Row } from '#model/declaration.ts'
import { isSameValue } from '#model/field-changes.ts'
import { getAt, isObject } from '#model/paths.ts'
import { longest, mutationOf, shownTitle } from '../dashboard.ts'
import { arranged } from '../layout/arrange.ts'
import { bodyOf, type Draft, draftOf, readDashboard } from '../read-dashboard.ts'

/** Where the editor's drafts are kept. */
export const DRAFTS = 'editor of dashboards'

/** What an editor left of a dashboard, and what it is a change of; undefined when it cannot be read. */
export function readEditing(value: unknown): { record: DashboardRecord; draft: Draft } | undefined {
  const [record, draft] = ['record', 'draft'].map((key) => getAt(value, key))
  if (!isObject(record) || !isObject(draft)) return undefined
  // Read like an answer: an earlier version of this program may have written it.
  return {
    record: readDashboard(record as Row),
    draft: draftOf(readDashboard({ ...record, ...draft } as Row)),
  }
}

export type Editing = ReturnType<typeof useEditor>

/** The draft of a dashboard while it is edited. Asks before unsaved changes are lost. */
export function useEditor(record: DashboardRecord) {
  const { offer, accept, discard, save, clear } = useAutosave(DRAFTS, record._id)
  const [base, setBase] = useState(record)
  const [draft, setDraft] = useState(() => draftOf(base))
  const isDirty = useMemo(() => !isSameValue(draft, draftOf(base)), [draft, base])
  const { setWarnWhen } = useWarnAboutChange()

  useEffect(() => setWarnWhen?.(isDirty), [isDirty, setWarnWhen])
  useEffect(() => {
    if (isDirty) save(shownTitle(base), { record: base, draft })
    else clear()
  }, [isDirty, base, draft, save, clear])
  useEffect(() => () => setWarnWhen?.(false), [setWarnWhen])

  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))

  return {
    /** What the draft is a change of. */
    base,
    draft,
    isDirty,
    /** What an earlier editor left: when, and the two ways on. */
    offer: offer && {
      at: offer.at,
      discard,
      /** Of another version it stays a change: what stands against saving it is told by Save. */
      restore() {
        const left = readEditing(offer.value)
        accept()
        if (!left) return
        setBase(left.record)
        setDraft(left.draft)
      },
    },
    change,
    setLayout: (layout: Draft['layout']) =>
      change({ layout, widgets: layout === 'grid' ? arranged(draft.widgets) : draft.widgets }),
    /** It was saved or given up: nothing is to be asked about, or kept, any more. */
    settle() {
      setWarnWhen?.(false)
      discard()
    },
    /** Replaces the draft with that version. */
    take(theirs: DashboardRecord) {
      setBase(theirs)
      setDraft(draftOf(theirs))
    },
  }
}

export type Saving = ReturnType<typeof useSave>

/** Saves a draft. A failure keeps it; a conflict with another admin is shown with both ways on. */
export function useSave(
  { base, draft, take }: Editing,
  onSaved: (id: string | undefined) => Promise<void>,
) {
  const update = useUpdate<Row, HttpError>()
  const copy = useCreate<Row, HttpError>()
  const { error } = update.mutation
  const conflict = isConflict(error) ? error : undefined
  const shared = mutationOf('Dashboard saved.', 'Failed to save dashboard layout')

  return {
    isBusy: update.mutation.isPending || copy.mutation.isPending,
    /** Somebody saved another version, or deleted the dashboard. */
    conflict,
    save: () =>
      update
        .mutateAsync({
          ...shared,
          id: base._id,
          values: bodyOf(base, draft),
          meta: { base },
          mutationMode: 'pessimistic',
          errorNotification: (failure) =>
            isConflict(failure) ? false : shared.errorNotification(failure),
        })
        .then(() => onSaved(base._id), ignore),
    saveCopy() {
      const { _id, id, version, updatedAt, createdAt, ...rest } = bodyOf(base, draft)
      const title = translate('{title} (copy)', { title: shownTitle(draft) }).slice(
        -longest('title'),
      )
      return copy
        .mutateAsync({
          ...mutationOf('Dashboard created successfully.', 'Failed to create dashboard'),
          values: { ...rest, title, isDefault: false },
        })
        .then(({ data }) => onSaved(data.id), ignore)
    },
    /** Takes the version of the other admin. */
    reload() {
      if (!conflict?.theirs) return
      take(readDashboard(conflict.theirs))
      update.mutation.reset()
    },
  }
}

function isConflict(error: unknown): error is WriteError {
  return error instanceof WriteError && ['conflict', 'deleted'].includes(error.failure)
}

/** Refine has notified of it. */
const ignore = () => undefined
