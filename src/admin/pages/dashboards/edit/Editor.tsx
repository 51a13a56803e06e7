import { Button, Card, Empty, Form, List, Modal, Typography } from 'antd'
import { lazy, Suspense, useRef, useState } from 'react'
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
import {
  type Direction,
  moved,
  placedAt,
  reordered,
  resized,
  withAdded,
} from '../layout/arrange.ts'
import type { Dashboards } from '../use-dashboards.ts'
import { CardGrid, WidgetGrid } from '../WidgetGrid.tsx'
import { newWidget, TYPES, titleOf } from '../widget-types.ts'
import { ConflictNotice, EditBar, EditFields } from './EditBar.tsx'
import { EditCard } from './EditCard.tsx'
import { useEditor, useSave } from './use-editor.ts'

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

/** A dashboard while it is changed. Nothing is stored before Save; Cancel restores. */
export function Editor({ record, dashboards, startsAdding, close }: Props) {
  const [announcement, announce] = useState('')
  const [form] = Form.useForm()
  const editing = useEditor(record)
  const { draft, change } = editing
  const [isAdding, setAdding] = useState(startsAdding)
  const [asksDiscard, setAsksDiscard] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame) ?? 0
  const isList = draft.layout === 'list' || width < NARROW
  const hold = useHeldFocus()

  const saving = useSave(editing, async (id) => {
    await dashboards.reload()
    // The guard of unsaved changes must know before the address changes.
    flushSync(() => {
      editing.settle()
      close()
    })
    if (id !== record._id) dashboards.open(id)
  })
  const save = () =>
    form.validateFields().then(
      () => saving.save(),
      () => form.focusField('title'),
    )

  const arrange = (widgets: readonly WidgetRecord[], id: string, what: keyof typeof PLACES) => {
    hold()
    change({ widgets: [...widgets] })
    announce(placeInWords(widgets, id, what))
  }
  const step = (widget: WidgetRecord, direction: Direction, isResize: boolean) => {
    const { id } = widget
    const next = isResize
      ? resized(draft.widgets, id, direction)
      : isList
        ? reordered(draft.widgets, id, direction === 'up' ? -1 : 1)
        : moved(draft.widgets, id, direction)
    if (next !== draft.widgets)
      return arrange(next, id, isResize ? 'resized' : isList ? 'reordered' : 'moved')
    const text = isResize ? '{name} cannot be resized further' : '{name} cannot go further'
    announce(translate(text, { name: titleOf(widget) }))
  }
  const remove = (widget: WidgetRecord) => {
    change({ widgets: draft.widgets.filter(({ id }) => id !== widget.id) })
    announce(translate('{name} removed', { name: titleOf(widget) }))
    document.getElementById('dashboard-add')?.focus()
  }
  const card = (widget: WidgetRecord) => (
    <EditCard
      widget={widget}
      timeRange={dashboards.range}
      isTall={draft.layout === 'list' || widget.size.height > 1}
      isList={isList}
      hasSizes={draft.layout === 'grid'}
      step={(direction, isResize) => step(widget, direction, isResize)}
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
        save={() => void save()}
      />
      {editing.offer ? <RestoreNotice {...editing.offer} /> : null}
      {saving.conflict ? <ConflictNotice saving={saving} conflict={saving.conflict} /> : null}
      <EditFields form={form} editing={editing} />
      <h2 className="sr-only">{translate('Widgets')}</h2>
      <div ref={frame}>
        {draft.widgets.length === 0 ? (
          <Card>
            <Empty description={translate('No widgets. Add the first one.')} />
          </Card>
        ) : isList ? (
          <CardGrid layout="list">
            {draft.widgets.map((widget) => (
              <li key={widget.id}>{card(widget)}</li>
            ))}
          </CardGrid>
        ) : (
          <Suspense fallback={<WidgetGrid {...draft} range={dashboards.range} />}>
            <EditGrid
              widgets={draft.widgets}
              width={width}
              card={card}
              onArranged={(layout, id, what) => arrange(placedAt(draft.widgets, layout), id, what)}
            />
          </Suspense>
        )}
      </div>
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

const PLACES = {
  moved: '{name} moved to column {column}, row {row}',
  reordered: '{name} moved to place {place} of {count}',
  resized: '{name} is {width} wide and {height} high',
} as const

/** Where a widget stands now, or how large it is, in words for the live region. */
function placeInWords(
  widgets: readonly WidgetRecord[],
  id: string,
  what: keyof typeof PLACES,
): string {
  const at = widgets.findIndex((one) => one.id === id)
  const widget = widgets[at]
  if (!widget) return ''
  const { size, position } = widget
  return translate(PLACES[what], {
    ...size,
    name: titleOf(widget),
    column: position.x + 1,
    row: position.y + 1,
    place: at + 1,
    count: widgets.length,
  })
}

/** The six types, each with a sentence; choosing one adds it. */
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
      <List
        grid={{ gutter: 8, column: 2, xs: 1 }}
        dataSource={WIDGET_TYPES.filter((type) => mayReadAll(TELLS_OF[type]))}
        renderItem={(type) => (
          <List.Item style={{ marginBlockEnd: 8 }}>
            <Button
              block
              style={{
                height: 'auto',
                padding: '12px 16px',
                flexDirection: 'column',
                alignItems: 'start',
                textAlign: 'start',
                whiteSpace: 'normal',
              }}
              onClick={() => {
                add(type)
                setOpen(false)
              }}
            >
              <strong>{translate(TYPES[type].name)}</strong>
              <Typography.Text type="secondary">{translate(TYPES[type].about)}</Typography.Text>
            </Button>
          </List.Item>
        )}
      />
    </Modal>
  )
}
