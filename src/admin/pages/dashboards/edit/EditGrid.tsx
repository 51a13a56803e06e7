import type { ReactNode } from 'react'
import { GridLayout, type Layout, type LayoutItem } from 'react-grid-layout'
import { GRID_COLUMNS, TALLEST, type WidgetRecord } from '#contract/insight/dashboards.ts'
import { toItem } from '../layout/arrange.ts'
import css from './EditGrid.module.css'

/** As in Cards.module.css. */
const ROW = 240
const GAP = 16

interface Props {
  order: readonly WidgetRecord[]
  widgets: readonly WidgetRecord[]
  width: number
  card: (widget: WidgetRecord) => ReactNode
  onArranged: (layout: Layout, id: string, what: 'moved' | 'resized') => void
}

/**
 * The grid whose cards are dragged by their handles and resized at their corners. Fetched with the first edit.
 * The elements stay in `order` while a widget is carried by keys: one that is moved in the page loses the focus.
 */
export function EditGrid({ order, widgets, width, card, onArranged }: Props) {
  const layout = widgets.map((widget) => ({ ...toItem(widget), maxW: GRID_COLUMNS, maxH: TALLEST }))
  const end =
    (what: 'moved' | 'resized') =>
    (now: Layout, _before: LayoutItem | null, item: LayoutItem | null) => {
      if (item) onArranged(now, item.i, what)
    }
  return (
    <>
      {/* react-draggable would make a style of this id, which the content security policy forbids. */}
      <i id="react-draggable-style-el" hidden />
      <div className={css.grid}>
        <GridLayout
          width={width}
          layout={layout}
          gridConfig={{
            cols: GRID_COLUMNS,
            rowHeight: ROW,
            margin: [GAP, GAP],
            containerPadding: [0, 0],
          }}
          dragConfig={{ enabled: true, handle: '[data-grip]' }}
          resizeConfig={{ enabled: true, handles: ['se'] }}
          onDragStop={end('moved')}
          onResizeStop={end('resized')}
        >
          {order.map((widget) => (
            <div key={widget.id}>{card(widget)}</div>
          ))}
        </GridLayout>
      </div>
    </>
  )
}
