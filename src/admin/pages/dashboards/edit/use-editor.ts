import { useWarnAboutChange } from '@refinedev/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { contentOf, interruptedAt } from '#admin/drafts/drafts.ts'
import type { KeptDraft } from '#admin/drafts/storage.ts'
import { useDraft } from '#admin/drafts/use-draft.ts'
import { translate } from '#admin/format/translate.ts'
import { textAt } from '#admin/providers/adapters/coerce.ts'
import type { DashboardRecord, WidgetRecord } from '#contract/insight/dashboards.ts'
import { getAt, isObject } from '#model/paths.ts'
import { shownTitle } from '../dashboard.ts'
import { arranged } from '../layout/arrange.ts'
import { type Draft, draftOf, isSame, readDashboard } from '../read-dashboard.ts'
import { changesBetween } from './changes.ts'
import { redone, startHistory, stepTo, undone } from './history.ts'

/** A dashboard as an editor left it: what the draft is a change of, and at which path. */
interface LeftEditing {
  record: DashboardRecord
  draft: Draft
  at: string
}

/** Where the editor's drafts are kept. */
export const DRAFTS = 'editor of dashboards'

/** What an editor left in a draft; undefined when it cannot be read. */
export function readEditing(kept: KeptDraft): LeftEditing | undefined {
  const value = contentOf(kept)
  const [record, draft, at] = ['record', 'draft', 'at'].map((key) => getAt(value, key))
  if (!isObject(record) || !isObject(draft)) return undefined
  const row = { ...record, _id: kept.record, id: kept.record }
  // Like any other answer: whoever wrote it may have known other dashboards than this program does.
  return {
    record: readDashboard(row),
    draft: draftOf(readDashboard({ ...row, ...draft })),
    at: textAt(at),
  }
}

/** The editing that the end of a session interrupted on this page. */
export function interruptedEditing(pathname: string): LeftEditing | undefined {
  const kept = interruptedAt(DRAFTS)
  const left = kept && readEditing(kept)
  return left?.at === pathname ? left : undefined
}

export type Editing = ReturnType<typeof useEditor>

/**
 * The draft of a dashboard while it is edited, with every step back, each said in words. Leaving it unsaved is
 * asked about.
 */
export function useEditor(record: DashboardRecord, announce: (text: string) => void) {
  const { pathname } = useLocation()
  const { found, keep, end } = useDraft(DRAFTS, record._id)
  const [left] = useState(() => {
    const editing = found && readEditing(found)
    return editing && !isSame(editing.draft, draftOf(record)) ? editing : undefined
  })
  // Of another version it stays a change: what stands against saving it is told by Save.
  const isNewer = left && !isSame(draftOf(left.record), draftOf(record))
  const [base, setBase] = useState(isNewer ? left.record : record)
  const [history, setHistory] = useState(() => {
    const start = startHistory(draftOf(base))
    return left ? stepTo(start, left.draft) : start
  })
  const draft = history.present
  const isDirty = useMemo(() => !isSame(draft, draftOf(base)), [draft, base])
  const { setWarnWhen } = useWarnAboutChange()

  useEffect(() => setWarnWhen?.(isDirty), [isDirty, setWarnWhen])
  useEffect(() => {
    if (isDirty) keep(shownTitle(base), { record: base, draft, at: pathname })
    else end()
  }, [isDirty, base, draft, pathname, keep, end])
  useEffect(() => () => setWarnWhen?.(false), [setWarnWhen])

  /** A step that can be undone; steps of the same key that follow each other are one. */
  const change = useCallback(
    (part: Partial<Draft>, key?: string) =>
      setHistory((before) => {
        const next = { ...before.present, ...part }
        return isSame(next, before.present) ? before : stepTo(before, next, key)
      }),
    [],
  )
  const changeWidget = useCallback(
    (id: string, part: Partial<WidgetRecord>, key?: string) =>
      setHistory((before) => {
        const widgets = before.present.widgets.map((one) =>
          one.id === id ? { ...one, ...part } : one,
        )
        return stepTo(before, { ...before.present, widgets }, key && `${key} ${id}`)
      }),
    [],
  )

  const [back, forth] = [undone(history), redone(history)]
  const go = (to: typeof history, text: string, changes: readonly string[]) => {
    setHistory(to)
    announce(translate(text, { what: changes.join(' ') }))
  }
  return {
    /** What the draft is a change of. */
    base,
    draft,
    isDirty,
    /** What an earlier editor left is here: when it was made, and what of it differs from the dashboard. */
    left: left && { at: found?.at ?? 0, changes: changesBetween(draftOf(record), left.draft) },
    change,
    changeWidget,
    setLayout: (layout: Draft['layout']) =>
      change({ layout, widgets: layout === 'grid' ? arranged(draft.widgets) : draft.widgets }),
    undo: back && (() => go(back, 'Undone: {what}', changesBetween(back.present, draft))),
    redo: forth && (() => go(forth, 'Redone: {what}', changesBetween(draft, forth.present))),
    /** It was saved or given up: nothing is to be asked about, or kept, any more. */
    settle() {
      setWarnWhen?.(false)
      end()
    },
    /** From now on the draft is a change of that version. */
    rebase: setBase,
    /** Takes that version for the draft; undoing brings back what was here. */
    take(theirs: DashboardRecord) {
      setBase(theirs)
      change(draftOf(theirs))
    },
  }
}
