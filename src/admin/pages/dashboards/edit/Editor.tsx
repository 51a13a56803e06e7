import { Card, Empty, Modal } from 'antd'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { RestoreNotice } from '#admin/drafts/DraftNotices.tsx'
import { translate } from '#admin/format/translate.ts'
import { mayReadAll } from '#admin/providers/access-control-provider.ts'
import { DiscardDialog } from '#admin/ui/DiscardDialog.tsx'
import { useHeldFocus } from '#admin/ui/focus.ts'
import { useWidth } from '#admin/ui/use-width.ts'
import { TELLS_OF } from '#contract/access.ts'
import type { DashboardRecord, WidgetRecord } from '#contract/insight/dashboards.ts'
import { WIDGET_TYPES, type WidgetType } from '#contract/insight/widgets.ts'
import { Cards, Frame, Grid } from '../Cards.tsx'
import { HANDLE_HELP } from '../dashboard.ts'
import { placedAt, withAdded } from '../layout/arrange.ts'
import type { Dashboards } from '../use-dashboards.ts'
import { newWidget, TYPES, titleOf } from '../widget-types.ts'
import { EditableCard } from './EditableCard.tsx'
import { ConflictNotice, EditBar, EditFields } from './EditBar.tsx'
import css from './Editor.module.css'
import { useEditor, useSave } from './use-editor.ts'
import { placeInWords, useLift } from './use-lift.ts'

const EditGrid = lazy(() =>
  import('./EditGrid.tsx').then(({ EditGrid }) => ({ default: EditGrid })),
)

/** Below this width four columns are too narrow to work in: it is edited as one, by earlier and later. */
const NARROW = 760

interface Props {
  record: DashboardRecord
  dashboards: Dashboards
  startsAdding: boolean
  close: () => void
}

/** A dashboard while it is changed (DASH-03). Nothing is stored before Save; Cancel restores. */
export function Editor({ record, dashboards, startsAdding, close }: Props) {
  const [announcement, announce] = useState('')
  const editing = useEditor(record)
  const { draft, change } = editing
  const [isAdding, setAdding] = useState(startsAdding)
  const [asksDiscard, setAsksDiscard] = useState(false)
  const [isTitleMissing, setTitleMissing] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame) ?? 0
  const isList = draft.layout === 'list' || width < NARROW
  const shape = { isList, hasSizes: draft.layout === 'grid' }
  const hold = useHeldFocus()

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
      rename={(title) =>
        change({
          widgets: draft.widgets.map((one) => (one.id === widget.id ? { ...one, title } : one)),
        })
      }
      remove={() => remove(widget)}
    />
  )

  return (
    <>
      <EditBar
        editing={editing}
        saving={saving}
        dashboards={dashboards}
        add={() => setAdding(true)}
        cancel={() => (editing.isDirty ? setAsksDiscard(true) : close())}
        save={save}
      />
      {editing.offer ? <RestoreNotice {...editing.offer} /> : null}
      {saving.conflict ? <ConflictNotice saving={saving} conflict={saving.conflict} /> : null}
      <EditFields editing={editing} isMissing={isTitleMissing} />
      <h2 className="sr-only">{translate('Widgets')}</h2>
      <p id={HANDLE_HELP} hidden>
        {translate('Enter lifts the widget, arrow keys move it, Escape puts it back.')}
      </p>
      <Frame ref={frame}>
        {draft.widgets.length === 0 ? (
          <Card>
            <Empty description={translate('No widgets. Add the first one.')} />
          </Card>
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
        discard={() => {
          editing.settle()
          close()
        }}
      />
    </>
  )
}

interface ListProps {
  order: readonly WidgetRecord[]
  widgets: readonly WidgetRecord[]
  card: (widget: WidgetRecord) => ReactNode
}

/**
 * Full-width rows: the list layout, and any layout on a phone. While a widget is carried the elements stay in
 * `order`, for an element that is moved in the page loses the focus.
 */
function EditList({ order, widgets, card }: ListProps) {
  return (
    <Cards layout="list">
      {order.map(({ id }) => {
        const place = widgets.findIndex((one) => one.id === id)
        const widget = widgets[place]
        return widget ? (
          <li key={id} style={{ order: place }}>
            {card(widget)}
          </li>
        ) : null
      })}
    </Cards>
  )
}

/** DASH-03: the six types, each with a sentence; choosing one adds it. */
function AddWidget({ add, onClosed }: { add: (type: WidgetType) => void; onClosed: () => void }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Modal
      open={isOpen}
      width={560}
      title={translate('Add Widget')}
      footer={null}
      onCancel={() => setOpen(false)}
      afterOpenChange={(opened) => opened || onClosed()}
    >
      <ul className={css.types}>
        {WIDGET_TYPES.filter((type) => mayReadAll(TELLS_OF[type])).map((type) => (
          <li key={type}>
            <button
              type="button"
              className={css.type}
              onClick={() => {
                add(type)
                setOpen(false)
              }}
            >
              <strong>{translate(TYPES[type].name)}</strong>
              <span>{translate(TYPES[type].about)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
