import { useWarnAboutChange } from '@refinedev/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useAutosave } from '#admin/drafts/use-autosave.ts'
import { translate } from '#admin/format/translate.ts'
import type { DashboardRecord, WidgetRecord } from '#contract/insight/dashboards.ts'
import { getAt, isObject } from '#model/paths.ts'
import { shownTitle } from '../dashboard.ts'
import { arranged } from '../layout/arrange.ts'
import { type Draft, draftOf, isSame, readDashboard } from '../read-dashboard.ts'
import { changesBetween } from './changes.ts'
import { redone, startHistory, stepTo, undone } from './history.ts'

/** A dashboard as an editor left it, and what the draft is a change of. */
interface LeftEditing {
  record: DashboardRecord
  draft: Draft
}

/** Where the editor's drafts are kept. */
export const DRAFTS = 'editor of dashboards'

/** What an editor left of a dashboard; undefined when it cannot be read. */
export function readEditing(id: string, value: unknown): LeftEditing | undefined {
  const [record, draft] = ['record', 'draft'].map((key) => getAt(value, key))
  if (!isObject(record) || !isObject(draft)) return undefined
  const row = { ...record, _id: id, id }
  // Like any other answer: whoever wrote it may have known other dashboards than this program does.
  return { record: readDashboard(row), draft: draftOf(readDashboard({ ...row, ...draft })) }
}

export type Editing = ReturnType<typeof useEditor>

/**
 * The draft of a dashboard while it is edited, with every step back, each said in words. Leaving it unsaved is
 * asked about.
 */
export function useEditor(record: DashboardRecord, announce: (text: string) => void) {
  const { offer, accept, discard, save, clear } = useAutosave(DRAFTS, record._id)
  const [base, setBase] = useState(record)
  const [history, setHistory] = useState(() => startHistory(draftOf(base)))
  const draft = history.present
  const isDirty = useMemo(() => !isSame(draft, draftOf(base)), [draft, base])
  const { setWarnWhen } = useWarnAboutChange()

  useEffect(() => setWarnWhen?.(isDirty), [isDirty, setWarnWhen])
  useEffect(() => {
    if (isDirty) save(shownTitle(base), { record: base, draft })
    else clear()
  }, [isDirty, base, draft, save, clear])
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
    /** What an earlier editor left: when, and the two ways on. */
    offer: offer && {
      at: offer.at,
      discard,
      /** Of another version it stays a change: what stands against saving it is told by Save. */
      restore() {
        const left = readEditing(record._id, offer.value)
        accept()
        if (!left) return
        setBase(left.record)
        change(left.draft)
      },
    },
    change,
    changeWidget,
    setLayout: (layout: Draft['layout']) =>
      change({ layout, widgets: layout === 'grid' ? arranged(draft.widgets) : draft.widgets }),
    undo: back && (() => go(back, 'Undone: {what}', changesBetween(back.present, draft))),
    redo: forth && (() => go(forth, 'Redone: {what}', changesBetween(draft, forth.present))),
    /** It was saved or given up: nothing is to be asked about, or kept, any more. */
    settle() {
      setWarnWhen?.(false)
      discard()
    },
    /** Takes that version for the draft; undoing brings back what was here. */
    take(theirs: DashboardRecord) {
      setBase(theirs)
      change(draftOf(theirs))
    },
  }
}
