import { CloseOutlined, DragOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons'
import {
  Button,
  Card,
  Col,
  Empty,
  Flex,
  Form,
  Input,
  List,
  Modal,
  Radio,
  Row,
  Typography,
} from 'antd'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { GridLayout, type Layout, type LayoutItem } from 'react-grid-layout'
import { WriteFailure } from '#admin/crud/WriteFailure.tsx'
import { RestoreNotice } from '#admin/drafts/DraftNotices.tsx'
import { translate } from '#admin/format/translate.ts'
import { canReadAll } from '#admin/providers/access-control-provider.ts'
import { DiscardDialog } from '#admin/ui/DiscardDialog.tsx'
import { alongReading, isRightToLeft } from '#admin/ui/direction.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { Star } from '#admin/ui/Star.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { useWidth } from '#admin/ui/use-width.ts'
import { TELLS_OF } from '#contract/access.ts'
import {
  type DashboardRecord,
  GRID_COLUMNS,
  LAYOUTS,
  MOST_WIDGETS,
  TALLEST,
  WIDGET_TYPES,
  type WidgetRecord,
} from '#contract/dashboards.ts'
import { capital } from '#model/words.ts'
import {
  type Direction,
  moved,
  placedAt,
  reordered,
  resized,
  toItem,
  withAdded,
} from '../arrange.ts'
import { dashboardResource, longest } from '../dashboard.ts'
import type { Dashboards } from '../use-dashboards.ts'
import { RangeSelect } from '../View.tsx'
import { WidgetGrid } from '../WidgetGrid.tsx'
import { nameOfType, newWidget, TYPES, titleOf } from '../widget-types.ts'
import { WidgetCard } from '../widgets/WidgetCard.tsx'
import { useEditor, useSave } from './use-editor.ts'
import 'react-grid-layout/css/styles.css'
import css from './Editor.module.css'

/** Below this width (px) four columns are too narrow to edit. One column then has buttons for earlier and later. */
const NARROW = 760
/** Must equal the values in WidgetGrid.module.css (px). */
const ROW = 260
const GAP = 16

/** A dashboard in edit mode. Save stores the changes; Cancel discards them. */
export function Editor({
  record,
  dashboards,
}: {
  record: DashboardRecord
  dashboards: Dashboards
}) {
  const [announcement, announce] = useState('')
  const [form] = Form.useForm()
  const editing = useEditor(record)
  const { draft, change, offer } = editing
  const { layout, widgets } = draft
  const [isAdding, setAdding] = useState(dashboards.edit === 'add')
  const [asksDiscard, setAsksDiscard] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame) ?? 0
  const isList = layout === 'list' || width < NARROW
  const isPhone = useIsPhone()
  // The button that opened the editor is gone, so focus Add.
  useLayoutEffect(() => focusAdd(), [])

  const settle = () => {
    // The guard of unsaved changes must be cleared before the address changes.
    flushSync(editing.settle)
    dashboards.endEdit()
  }
  const saving = useSave(editing, async (id) => {
    await dashboards.reload()
    settle()
    if (id !== record._id) dashboards.open(id)
  })
  const { conflict, isBusy } = saving
  const save = () =>
    form.validateFields().then(
      () => saving.save(),
      () => form.focusField('title'),
    )

  const arrange = (next: WidgetRecord[], id: string, what: keyof typeof PLACES) => {
    const focused = document.activeElement
    flushSync(() => change({ widgets: next }))
    // A moved element loses the focus.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    const at = next.findIndex((one) => one.id === id)
    const widget = next[at]
    if (!widget) return
    const { size, position } = widget
    const place = { column: position.x + 1, row: position.y + 1, place: at + 1 }
    const name = titleOf(widget)
    announce(translate(PLACES[what], { ...size, ...place, name, count: next.length }))
  }
  const step = ({ id, ...widget }: WidgetRecord, direction: Direction, isResize: boolean) => {
    const next = isResize
      ? resized(widgets, id, direction)
      : isList
        ? reordered(widgets, id, direction === 'up' ? -1 : 1)
        : moved(widgets, id, direction)
    if (next) return arrange(next, id, isResize ? 'resized' : isList ? 'reordered' : 'moved')
    const text = isResize ? '{name} cannot be resized further' : '{name} cannot be moved further'
    announce(translate(text, { name: titleOf(widget) }))
  }
  const remove = (widget: WidgetRecord) => {
    change({ widgets: widgets.filter(({ id }) => id !== widget.id) })
    announce(translate('{name} removed', { name: titleOf(widget) }))
    focusAdd()
  }
  const card = (widget: WidgetRecord) => {
    const name = titleOf(widget)
    const steps = STEPS.filter(([, direction, isResize]) =>
      isResize ? layout === 'grid' : !isList || direction === 'up' || direction === 'down',
    )
    return (
      <WidgetCard
        widget={widget}
        layout={layout}
        timeRange={dashboards.range}
        edit={{
          heading: (
            <Flex align="center" gap={4}>
              <span
                data-grip=""
                title={translate('Drag to move')}
                style={{ padding: 4, cursor: 'grab', touchAction: 'none' }}
              >
                <HolderOutlined aria-hidden="true" />
              </span>
              <Input
                variant="filled"
                size="small"
                dir="auto"
                aria-label={translate('Title of {name}', { name })}
                value={widget.title}
                placeholder={nameOfType(widget.type)}
                maxLength={longest('widgets.0.title')}
                onChange={({ target: { value: title } }) =>
                  change({
                    widgets: widgets.map((one) => (one.id === widget.id ? { ...one, title } : one)),
                  })
                }
              />
            </Flex>
          ),
          tools: (
            <>
              <MoreMenu
                label={translate('Move or resize {name}', { name })}
                icon={<DragOutlined aria-hidden="true" />}
                items={steps.map(([label, direction, isResize]) => ({
                  key: label,
                  label: translate(label),
                  choose: () =>
                    step(widget, isResize ? direction : alongReading(direction), isResize),
                }))}
              />
              <Button
                type="text"
                aria-label={translate('Remove {name}', { name })}
                icon={<CloseOutlined aria-hidden="true" />}
                onClick={() => remove(widget)}
              />
            </>
          ),
        }}
      />
    )
  }

  return (
    <>
      <Card
        size="small"
        role="toolbar"
        aria-label={translate('Edit dashboard')}
        style={{
          position: isPhone ? 'static' : 'sticky',
          insetBlockStart: 0,
          zIndex: 10,
          marginBlockEnd: 16,
          background: 'var(--raised)',
        }}
      >
        <Flex wrap gap={8}>
          <Button
            id="dashboard-add"
            icon={<PlusOutlined aria-hidden="true" />}
            disabled={widgets.length >= MOST_WIDGETS}
            onClick={() => setAdding(true)}
          >
            {translate('Add Widget')}
          </Button>
          <Radio.Group
            optionType="button"
            aria-label={translate('Layout')}
            value={layout}
            onChange={({ target }) => editing.setLayout(target.value)}
            options={LAYOUTS.map((value) => ({ value, label: translate(capital(value)) }))}
          />
          <RangeSelect {...dashboards} />
          <Button
            style={{ marginInlineStart: 'auto' }}
            disabled={isBusy}
            onClick={() => (editing.isDirty ? setAsksDiscard(true) : dashboards.endEdit())}
          >
            {translate('Cancel')}
          </Button>
          <Button type="primary" loading={isBusy} disabled={!!conflict} onClick={() => void save()}>
            {translate('Save')}
          </Button>
        </Flex>
      </Card>
      {offer ? <RestoreNotice {...offer} /> : null}
      {/* A conflict with another admin's change. The draft remains until the user chooses. */}
      {conflict ? (
        <WriteFailure
          resource={dashboardResource}
          error={conflict}
          actions={
            <>
              {conflict.theirs ? (
                <Button onClick={saving.reload} disabled={isBusy}>
                  {translate('Use saved version')}
                </Button>
              ) : null}
              <Button onClick={() => void saving.saveCopy()} loading={isBusy}>
                {translate('Save as copy')}
              </Button>
            </>
          }
        />
      ) : null}
      <Form
        form={form}
        layout="vertical"
        fields={[
          { name: 'title', value: draft.title },
          { name: 'description', value: draft.description },
        ]}
        requiredMark={(label, { required }) => (
          <>
            {label}
            {required ? <Star /> : null}
          </>
        )}
        onValuesChange={change}
      >
        <Row gutter={16}>
          <Col xs={24} md={8}>
            <Form.Item
              name="title"
              label={translate('Title')}
              rules={[
                { required: true, whitespace: true, message: translate('Title is required.') },
              ]}
              validateTrigger={[]}
            >
              <Input dir="auto" autoComplete="off" maxLength={longest('title')} />
            </Form.Item>
          </Col>
          <Col xs={24} md={16}>
            <Form.Item name="description" label={translate('Description')}>
              <Input dir="auto" autoComplete="off" maxLength={longest('description')} />
            </Form.Item>
          </Col>
        </Row>
      </Form>
      <h2 className="sr-only">{translate('Widgets')}</h2>
      <div ref={frame}>
        {widgets.length === 0 ? (
          <Card>
            <Empty description={translate('No widgets yet. Add the first one.')} />
          </Card>
        ) : isList ? (
          <WidgetGrid layout="list" widgets={widgets} card={card} />
        ) : (
          <EditGrid
            widgets={widgets}
            width={width}
            card={card}
            onArranged={(places, id, what) => arrange(placedAt(widgets, places), id, what)}
          />
        )}
      </div>
      <output className="sr-only" aria-live="polite">
        {announcement}
      </output>
      <Modal
        open={isAdding}
        width={560}
        title={translate('Add Widget')}
        footer={null}
        onCancel={() => setAdding(false)}
      >
        <List
          grid={{ gutter: 8, column: 2, xs: 1 }}
          dataSource={WIDGET_TYPES.filter((type) => canReadAll(TELLS_OF[type]))}
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
                  const widget = newWidget(type, widgets)
                  change({ widgets: withAdded(widgets, widget) })
                  announce(translate('{name} added', { name: widget.title }))
                  setAdding(false)
                }}
              >
                <strong>{translate(TYPES[type].name)}</strong>
                <Typography.Text type="secondary">{translate(TYPES[type].about)}</Typography.Text>
              </Button>
            </List.Item>
          )}
        />
      </Modal>
      <DiscardDialog
        isOpen={asksDiscard}
        text="Your changes to this dashboard have not been saved."
        keep={() => setAsksDiscard(false)}
        discard={settle}
      />
    </>
  )
}

const focusAdd = () => document.getElementById('dashboard-add')?.focus({ preventScroll: true })

const STEPS: readonly [label: string, direction: Direction, isResize: boolean][] = [
  ['Move left', 'left', false],
  ['Move up', 'up', false],
  ['Move down', 'down', false],
  ['Move right', 'right', false],
  ['Make narrower', 'left', true],
  ['Make wider', 'right', true],
  ['Make shorter', 'up', true],
  ['Make taller', 'down', true],
]

const PLACES = {
  moved: '{name} moved to column {column}, row {row}',
  reordered: '{name} moved to position {place} of {count}',
  resized: '{name} is {width} wide and {height} high',
} as const

function EditGrid({
  widgets,
  width,
  card,
  onArranged,
}: {
  widgets: readonly WidgetRecord[]
  width: number
  card: (widget: WidgetRecord) => ReactNode
  onArranged: (layout: Layout, id: string, what: 'moved' | 'resized') => void
}) {
  const limits = { maxW: GRID_COLUMNS, maxH: TALLEST }
  const end = (what: 'moved' | 'resized') => (now: Layout, _: unknown, item: LayoutItem | null) => {
    if (item) onArranged(now.map(fromLeft), item.i, what)
  }
  return (
    <>
      {/* react-draggable would make a style of this id, which the content security policy forbids. */}
      <i id="react-draggable-style-el" hidden />
      <div className={css.grid} dir="ltr">
        <GridLayout
          width={width}
          layout={widgets.map((widget) => ({ ...fromLeft(toItem(widget)), ...limits }))}
          gridConfig={{
            cols: GRID_COLUMNS,
            rowHeight: ROW,
            margin: [GAP, GAP],
            containerPadding: [0, 0],
          }}
          dragConfig={{ enabled: true, handle: '[data-grip]' }}
          resizeConfig={{ enabled: true, handles: [isRightToLeft() ? 'sw' : 'se'] }}
          onDragStop={end('moved')}
          onResizeStop={end('resized')}
        >
          {widgets.map((widget) => (
            <div key={widget.id} dir={document.dir}>
              {card(widget)}
            </div>
          ))}
        </GridLayout>
      </div>
    </>
  )
}

/**
 * react-grid-layout counts columns from the left, a dashboard from the start of the line. Mirrors x in RTL
 * (self-inverse).
 */
function fromLeft(item: LayoutItem): LayoutItem {
  return isRightToLeft() ? { ...item, x: GRID_COLUMNS - item.x - item.w } : item
}
