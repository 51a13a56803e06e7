import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { FROM_A_FEW_PIXELS, SILENT, UP_AND_DOWN } from '#admin/ui/dragging.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import { useDropped } from '#admin/ui/use-dropped.ts'
import { columnIds } from '#model/columns.ts'
import type { Resource } from '#model/resource.ts'
import { ColumnLine } from './ColumnLine.tsx'
import css from './ColumnsPanel.module.css'
import { type ListLayout, useListLayout, widthsWith } from './layout.ts'
import type { TableView } from './table-view.ts'

const DENSITIES = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
] as const

/** Which columns a list shows, in what order and which of them stay in sight; how dense it is; and the way back. */
export function ColumnsPanel({
  resource,
  view: { arrangement },
  onLeave,
}: {
  resource: Resource
  view: TableView
  onLeave: () => void
}) {
  const panel = useRef<HTMLDivElement>(null)
  const { layout, change, reset } = useListLayout(resource)
  const ids = columnIds(resource)
  const [order, setOrder] = useState(() => initialOrder(ids, layout, arrangement))
  const [said, say] = useState('')
  const sensors = useSensors(useSensor(PointerSensor, FROM_A_FEW_PIXELS))
  useDropped(panel, onLeave)
  const stand = [...arrangement.shown, ...arrangement.under]
  const labelOf = (id: string) => translate(resource.columns[ids.indexOf(id)]?.label ?? id)

  const keep = (next: ListLayout) => change({ ...layout, ...next })
  const show = (those: readonly string[], from = order) =>
    keep({ columns: from.filter((id) => those.includes(id)) })
  const move = (id: string, to: number) => {
    if (to < 0 || to >= order.length) return
    const next = arrayMove(order, order.indexOf(id), to)
    setOrder(next)
    // What had no room at this width has been chosen all the same.
    show([...stand, ...arrangement.dropped], next)
    say(
      translate('{column} is column {place} of {count}', {
        column: labelOf(id),
        place: to + 1,
        count: order.length,
      }),
    )
  }
  const endDrag = ({ active, over }: DragEndEvent) =>
    over && active.id !== over.id && move(String(active.id), order.indexOf(String(over.id)))

  return (
    <div
      ref={panel}
      className={css.panel}
      role="dialog"
      aria-label={translate('Columns')}
      data-arrives=""
    >
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={UP_AND_DOWN}
        accessibility={SILENT}
        onDragEnd={endDrag}
      >
        <SortableContext items={order} strategy={verticalListSortingStrategy}>
          <ol className={css.columns}>
            {order.map((id, index) => (
              <ColumnLine
                key={id}
                id={id}
                label={labelOf(id)}
                isName={id === arrangement.name}
                isShown={stand.includes(id)}
                isDropped={arrangement.dropped.includes(id)}
                isPinned={layout.pinned?.includes(id) ?? false}
                isFirst={index === 0}
                isLast={index === order.length - 1}
                show={(isOn) => {
                  const others = [...stand, ...arrangement.dropped].filter((other) => other !== id)
                  show(isOn ? [...others, id] : others)
                }}
                width={layout.widths?.[id]}
                size={(width) => keep({ widths: widthsWith(layout, id, width) })}
                pin={(isOn) => {
                  const others = (layout.pinned ?? []).filter((other) => other !== id)
                  keep({ pinned: isOn ? [...others, id] : others })
                }}
                step={(by) => move(id, index + by)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {arrangement.overflows ? (
        <p className={css.wide}>
          {translate('These columns need more than the window has: the table scrolls sideways.')}
        </p>
      ) : null}
      <fieldset className={css.densities} aria-label={translate('Density')}>
        {DENSITIES.map(([density, words]) => (
          <button
            key={density}
            type="button"
            aria-pressed={(layout.density ?? 'comfortable') === density}
            onClick={() => {
              const { density: _, ...rest } = layout
              change(density === 'compact' ? { ...rest, density } : rest)
            }}
          >
            {translate(words)}
          </button>
        ))}
      </fieldset>
      <LinkButton
        onClick={() => {
          reset()
          setOrder(ids)
          say(translate('The table is as it was at first'))
        }}
      >
        {translate('Reset')}
      </LinkButton>
      <span className="sr-only" role="status">
        {said}
      </span>
    </div>
  )
}

/** Those that are shown as they stand; each of the others stays where the declaration has it. */
function initialOrder(
  ids: readonly string[],
  { columns }: ListLayout,
  { name }: TableView['arrangement'],
): string[] {
  if (!columns) return [...ids]
  const chosen = name === undefined || columns.includes(name) ? columns : [name, ...columns]
  return [...chosen, ...ids.filter((id) => !chosen.includes(id))]
}
