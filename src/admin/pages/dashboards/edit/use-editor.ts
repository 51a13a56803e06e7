import { useWarnAboutChange } from '@refinedev/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { noteUnsaved } from '#admin/http/unsaved.ts'
import { toast } from '#admin/ui/toast/store.ts'
import type { DashboardRecord, WidgetRecord } from '#contract/insight/dashboards.ts'
import { arranged } from '../layout/arrange.ts'
import { type Draft, draftOf, isSame } from '../read-dashboard.ts'
import { changesBetween } from './changes.ts'
import { redone, startHistory, stepTo, undone } from './history.ts'
import { interruptedAt, UNSAVED } from './interrupted.ts'

export interface Editing {
  /** What the draft is a change of. */
  base: DashboardRecord
  draft: Draft
  isDirty: boolean
  /** A step that can be undone; steps of the same key that follow each other are one. */
  change: (part: Partial<Draft>, key?: string) => void
  changeWidget: (id: string, part: Partial<WidgetRecord>, key?: string) => void
  /** Switches between grid and list. */
  setLayout: (layout: Draft['layout']) => void
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  /** Nothing is to be asked about any more. */
  settle: () => void
  /** From now on the draft is a change of that version. */
  rebase: (theirs: DashboardRecord) => void
  /** Takes that version for the draft; undoing brings back what was here. */
  take: (theirs: DashboardRecord) => void
}

/**
 * The draft of a dashboard while it is edited, with every step back, each said in words. Leaving it unsaved is
 * asked about.
 */
export function useEditor(record: DashboardRecord, announce: (text: string) => void): Editing {
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
  return {
    base,
    draft,
    isDirty,
    change,
    changeWidget,
    setLayout: (layout) =>
      change({ layout, widgets: layout === 'grid' ? arranged(draft.widgets) : draft.widgets }),
    undo:
      back &&
      (() => {
        setHistory(back)
        announce(
          translate('Undone: {what}', { what: changesBetween(back.present, draft).join(' ') }),
        )
      }),
    redo:
      forth &&
      (() => {
        setHistory(forth)
        announce(
          translate('Redone: {what}', { what: changesBetween(draft, forth.present).join(' ') }),
        )
      }),
    settle: () => setWarnWhen?.(false),
    rebase: setBase,
    take(theirs) {
      setBase(theirs)
      change(draftOf(theirs))
    },
  }
}
