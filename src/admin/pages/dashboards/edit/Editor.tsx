import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { translate } from '#admin/format/translate.ts'
import { DiscardDialog } from '#admin/ui/DiscardDialog.tsx'
import { useHeldFocus } from '#admin/ui/focus.ts'
import { loadable } from '#admin/ui/loadable.tsx'
import { EmptyNotice } from '#admin/ui/Notice.tsx'
import { Sheet } from '#admin/ui/Sheet.tsx'
import { useWidth } from '#admin/ui/use-width.ts'
import type { DashboardRecord, WidgetRecord } from '#contract/insight/dashboards.ts'
import { Frame } from '../Cards.tsx'
import { Grid } from '../Grid.tsx'
import { placedAt } from '../layout/arrange.ts'
import { withAdded } from '../layout/move.ts'
import { placeInWords } from '../layout/place-in-words.ts'
import { HANDLE_HELP } from '../names.ts'
import type { Dashboards } from '../use-dashboards.ts'
import { newWidget, titleOf } from '../widget-types.ts'
import { AddWidget } from './AddWidget.tsx'
import { ClashNotice } from './ClashNotice.tsx'
import { EditableCard } from './EditableCard.tsx'
import { EditBar } from './EditBar.tsx'
import { EditFields } from './EditFields.tsx'
import { EditList } from './EditList.tsx'
import type { Editing } from './use-editor.ts'
import { useEditor } from './use-editor.ts'
import { useLift } from './use-lift.ts'
import { useSave } from './use-save.ts'

const EditGrid = loadable(
  () => import('./EditGrid.tsx'),
  ({ EditGrid }) => EditGrid,
)

/** Below this width four columns are too narrow to work in: it is edited as one, by earlier and later. */
const NARROW = 760

/** A dashboard while it is changed (DASH-03). Nothing is stored before Save; Cancel restores. */
export function Editor({
  record,
  dashboards,
  startsAdding,
  close,
}: {
  record: DashboardRecord
  dashboards: Dashboards
  startsAdding: boolean
  close: () => void
}) {
  const [announcement, announce] = useState('')
  const editing = useEditor(record, announce)
  const { draft, change } = editing
  const [isAdding, setAdding] = useState(startsAdding)
  const [asksDiscard, setAsksDiscard] = useState(false)
  const [isTitleMissing, setTitleMissing] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const isList = draft.layout === 'list' || width < NARROW
  const shape = { isList, hasSizes: draft.layout === 'grid' }
  const hold = useHeldFocus()
  useUndoKeys(editing)

  const arrange = (widgets: readonly WidgetRecord[]) => {
    hold()
    change({ widgets: [...widgets] })
  }
  const lift = useLift(draft.widgets, shape, arrange, announce)
  const saving = useSave(editing, dashboards.reload, async (id) => {
    await dashboards.reload()
    // The guard of unsaved changes must know before the address changes.
    flushSync(() => {
      editing.settle()
      close()
    })
    if (id !== record._id) dashboards.open(id)
  })

  const save = () => {
    const isMissing = draft.title.trim() === ''
    setTitleMissing(isMissing)
    if (isMissing) document.getElementById('dashboard-title')?.focus()
    else void saving.save()
  }

  const remove = (widget: WidgetRecord) => {
    change({ widgets: draft.widgets.filter(({ id }) => id !== widget.id) })
    announce(translate('{name} removed', { name: titleOf(widget) }))
    document.getElementById('dashboard-add')?.focus()
  }

  const card = (widget: WidgetRecord) => (
    <EditableCard
      widget={widget}
      range={dashboards.range}
      lift={lift}
      shape={shape}
      change={(part, key) => editing.changeWidget(widget.id, part, key)}
      remove={() => remove(widget)}
    />
  )
  const add = useCallback(() => setAdding(true), [])

  return (
    <>
      <EditBar
        editing={editing}
        dashboards={dashboards}
        isBusy={saving.isBusy}
        isBlocked={saving.clash !== undefined}
        add={add}
        cancel={() => (editing.isDirty ? setAsksDiscard(true) : close())}
        save={save}
      />
      {saving.clash ? (
        <ClashNotice
          clash={saving.clash}
          base={editing.base}
          isBusy={saving.isBusy}
          reload={saving.reload}
          saveCopy={() => void saving.saveCopy()}
        />
      ) : null}
      <EditFields editing={editing} isTitleMissing={isTitleMissing} />
      <p id={HANDLE_HELP} hidden>
        {translate('Enter lifts the widget, arrow keys move it, Escape puts it back.')}
      </p>
      <Frame ref={frame}>
        {draft.widgets.length === 0 ? (
          <Sheet>
            <EmptyNotice text={translate('No widgets. Add the first one.')} />
          </Sheet>
        ) : isList ? (
          <EditList order={draft.widgets} widgets={lift.widgets} card={card} />
        ) : (
          <Suspense fallback={<Grid draft={draft} range={dashboards.range} />}>
            <EditGrid
              order={draft.widgets}
              widgets={lift.widgets}
              width={width}
              card={card}
              onArranged={(layout, id, what) => {
                const widgets = placedAt(draft.widgets, layout)
                arrange(widgets)
                announce(placeInWords(widgets, id, what))
              }}
            />
          </Suspense>
        )}
      </Frame>
      <output className="sr-only" aria-live="polite">
        {announcement}
      </output>
      {isAdding ? (
        <AddWidget
          add={(type) => {
            const widget = newWidget(type, draft.widgets)
            change({ widgets: withAdded(draft.widgets, widget) })
            announce(translate('{name} added', { name: widget.title }))
          }}
          onClosed={() => setAdding(false)}
        />
      ) : null}
      <DiscardDialog
        isOpen={asksDiscard}
        isSaving={false}
        text="Your changes to this dashboard have not been saved."
        keep={() => setAsksDiscard(false)}
        discard={close}
      />
    </>
  )
}

/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) while a dashboard is edited, in its text fields, too; not in dialogs. */
function useUndoKeys({ undo, redo }: Pick<Editing, 'undo' | 'redo'>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
      if (!(isRedo || key === 'z') || isInDialog(event.target)) return
      event.preventDefault()
      if (isRedo) redo?.()
      else undo?.()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [undo, redo])
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog]') !== null
}
