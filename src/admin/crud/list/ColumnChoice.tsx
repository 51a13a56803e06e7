import { HolderOutlined } from '@ant-design/icons'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { FROM_A_FEW_PIXELS, UP_AND_DOWN } from '#admin/ui/dragging.ts'
import { columnIds } from '#model/columns.ts'
import type { Resource } from '#model/resource.ts'
import { nameColumn } from '../cells/columns.ts'
import css from './ColumnChoice.module.css'
import { shownColumns } from './layout.ts'
import type { ResourceList } from './use-resource-list.ts'

/** Check boxes for the columns of a list, and their order by drag or keyboard. */
export function ColumnChoice({
  resource,
  list: { layout, changeLayout },
}: {
  resource: Resource
  list: ResourceList
}) {
  const shown = shownColumns(resource, layout).map(({ id }) => id)
  const ids = columnIds(resource)
  const [order, setOrder] = useState(() => [...shown, ...ids.filter((id) => !shown.includes(id))])
  const sensors = useSensors(
    useSensor(PointerSensor, FROM_A_FEW_PIXELS),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const show = (those: readonly string[], from = order) =>
    changeLayout({ ...layout, columns: from.filter((id) => those.includes(id)) })
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    const next = arrayMove(order, order.indexOf(String(active.id)), order.indexOf(String(over.id)))
    setOrder(next)
    show(shown, next)
  }
  return (
    <div className={css.choice}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={UP_AND_DOWN}
        onDragEnd={drop}
      >
        <SortableContext items={order} strategy={verticalListSortingStrategy}>
          <ol>
            {order.map((id) => {
              const column = resource.columns[ids.indexOf(id)]
              return (
                <ColumnLine
                  key={id}
                  id={id}
                  label={translate(column?.label ?? id)}
                  // The name column cannot be hidden: it links to the record.
                  isFixed={column === nameColumn(resource)}
                  isShown={shown.includes(id)}
                  show={(isOn) => show(isOn ? [...shown, id] : shown.filter((one) => one !== id))}
                />
              )
            })}
          </ol>
        </SortableContext>
      </DndContext>
      <Button
        type="link"
        onClick={() => {
          const { columns, ...others } = layout
          changeLayout(others)
          setOrder(ids)
        }}
      >
        {translate('Reset')}
      </Button>
    </div>
  )
}

function ColumnLine({
  id,
  label,
  isFixed,
  isShown,
  show,
}: {
  id: string
  label: string
  isFixed: boolean
  isShown: boolean
  show: (isOn: boolean) => void
}) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition } =
    useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      className={css.line}
      style={{
        transition,
        ...(transform && { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }),
      }}
    >
      <Checkbox
        checked={isShown}
        disabled={isFixed}
        onChange={({ target }) => show(target.checked)}
      >
        {label}
      </Checkbox>
      <Button
        ref={setActivatorNodeRef}
        type="text"
        size="small"
        className={css.handle ?? ''}
        icon={<HolderOutlined aria-hidden="true" />}
        {...attributes}
        {...listeners}
        aria-label={translate('Move {column}', { column: label })}
      />
    </li>
  )
}
