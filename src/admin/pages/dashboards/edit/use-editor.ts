import { type HttpError, useCreate, useUpdate, useWarnAboutChange } from '@refinedev/core'
import { useEffect, useMemo, useState } from 'react'
import { useAutosave } from '#admin/drafts/use-autosave.ts'
import { translate } from '#admin/format/translate.ts'
import { WriteError } from '#admin/providers/versioned-provider.ts'
import type { DashboardRecord } from '#contract/dashboards.ts'
import type { Row } from '#model/declaration.ts'
import { isSameValue } from '#model/field-changes.ts'
import { arranged } from '../arrange.ts'
import {
  bodyOf,
  DRAFTS,
  type Draft,
  draftOf,
  longest,
  mutationOf,
  readDashboard,
  shownTitle,
} from '../dashboard.ts'

export interface Left {
  record: DashboardRecord
  draft: Draft
}

export type Editing = ReturnType<typeof useEditor>

/** Holds the draft of a dashboard in edit mode, and warns before unsaved changes are lost. */
export function useEditor(record: DashboardRecord) {
  const { offer, accept, discard, save, clear } = useAutosave(DRAFTS, record._id)
  const [base, setBase] = useState(record)
  const [draft, setDraft] = useState(() => draftOf(base))
  const isDirty = useMemo(() => !isSameValue(draft, draftOf(base)), [draft, base])
  const { setWarnWhen } = useWarnAboutChange()

  useEffect(() => {
    setWarnWhen?.(isDirty)
    if (isDirty) save(shownTitle(base), { record: base, draft } satisfies Left)
    else clear()
  }, [isDirty, base, draft, save, clear, setWarnWhen])
  useEffect(() => () => setWarnWhen?.(false), [setWarnWhen])

  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const take = (version: DashboardRecord, changed = draftOf(version)) => {
    setBase(version)
    setDraft(changed)
  }

  return {
    base,
    draft,
    isDirty,
    offer: offer && {
      at: offer.at,
      discard,
      /** Restores the draft, even one of another version: Save reports the conflict. */
      restore() {
        const left = offer.value as Left
        accept()
        take(left.record, left.draft)
      },
    },
    change,
    setLayout: (layout: Draft['layout']) =>
      change({ layout, widgets: layout === 'grid' ? arranged(draft.widgets) : draft.widgets }),
    /** Ends the draft after saving or discarding, without a warning. */
    settle() {
      setWarnWhen?.(false)
      discard()
    },
    take,
  }
}

/** Saves a draft. A failure keeps it. A conflict with another admin offers both choices. */
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
    conflict,
    save: () =>
      update
        .mutateAsync({
          ...shared,
          id: base._id,
          values: bodyOf(base, { ...draft, title: draft.title.trim() }),
          meta: { base },
          errorNotification: (failure) =>
            isConflict(failure) ? false : shared.errorNotification(failure),
        })
        .then(() => onSaved(base._id), ignore),
    saveCopy() {
      const title = translate('{title} (copy)', { title: shownTitle(draft) })
      return copy
        .mutateAsync({
          ...mutationOf('Dashboard created successfully.', 'Failed to create dashboard'),
          values: { ...draft, title: title.slice(-longest('title')), isDefault: false },
        })
        .then(({ data }) => onSaved(data.id), ignore)
    },
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

const ignore = () => undefined
