import { useWarnAboutChange } from '@refinedev/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { noteUnsaved, unsavedAt } from '#admin/http/unsaved.ts'
import { toast } from '#admin/ui/toast/store.ts'
import type { DashboardRecord, WidgetRecord } from '#contract/insight/dashboards.ts'
import { arranged } from '../layout/arrange.ts'
import { type Draft, draftOf, isSame } from '../read-dashboard.ts'
import { changesBetween } from './changes.ts'
import { redone, startHistory, stepTo, undone } from './history.ts'

/** A dashboard as it stood in the editor when the session ended: what the draft is a change of, and at which path. */
interface Interrupted {
  record: DashboardRecord
  draft: Draft
  at: string
}

/** Where the editor's draft is noted. */
const UNSAVED = 'dashboard'

/** The editing that the end of a session interrupted on this page. */
export function interruptedAt(pathname: string): Interrupted | undefined {
  const kept = unsavedAt(UNSAVED) as Interrupted | undefined
  return kept?.at === pathname ? kept : undefined
}

export type Editing = ReturnType<typeof useEditor>

/**
 * The draft of a dashboard while it is edited, with every step back, each said in words. Leaving it unsaved is
 * asked about.
 */
export function useEditor(record: DashboardRecord, announce: (text: string) => void) {
  const [base, setBase] = useState(record)
  const { pathname } = useLocation()
  const [kept] = useState(() => interruptedAt(pathname))
  const [history, setHistory] = useState(() => {
    const start = startHistory(draftOf(record))
    return kept ? stepTo(start, kept.draft) : start
  })
  const draft = history.present
  const isDirty = useMemo(() => !isSame(draft, draftOf(base)), [draft, base])
  const { setWarnWhen } = useWarnAboutChange()

  useEffect(() => setWarnWhen?.(isDirty), [isDirty, setWarnWhen])
  useEffect(
    () => noteUnsaved(UNSAVED, isDirty ? { record: base, draft, at: pathname } : undefined),
    [isDirty, base, draft, pathname],
  )
  useEffect(
    () => () => {
      setWarnWhen?.(false)
      noteUnsaved(UNSAVED, undefined)
    },
    [setWarnWhen],
  )
  useEffect(() => {
    if (kept)
      toast({
        title: translate('Still here'),
        description: translate('What you had arranged when your session ended is here again.'),
      })
  }, [kept])

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
    change,
    changeWidget,
    setLayout: (layout: Draft['layout']) =>
      change({ layout, widgets: layout === 'grid' ? arranged(draft.widgets) : draft.widgets }),
    undo: back && (() => go(back, 'Undone: {what}', changesBetween(back.present, draft))),
    redo: forth && (() => go(forth, 'Redone: {what}', changesBetween(draft, forth.present))),
    /** Nothing is to be asked about any more. */
    settle: () => setWarnWhen?.(false),
    /** From now on the draft is a change of that version. */
    rebase: setBase,
    /** Takes that version for the draft; undoing brings back what was here. */
    take(theirs: DashboardRecord) {
      setBase(theirs)
      change(draftOf(theirs))
    },
  }
}
