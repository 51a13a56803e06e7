import type { ReactNode } from 'react'
import { GridLayout, type Layout, type LayoutItem } from 'react-grid-layout'
import { isRightToLeft } from '#admin/ui/direction.ts'
import { GRID_COLUMNS, TALLEST, type WidgetRecord } from '#contract/insight/dashboards.ts'
import { toItem } from '../layout/arrange.ts'
import 'react-grid-layout/css/styles.css'
import css from './EditGrid.module.css'

/** As in WidgetGrid.module.css. */
const ROW = 260
const GAP = 16

interface Props {
  widgets: readonly WidgetRecord[]
  width: number
  card: (widget: WidgetRecord) => ReactNode
  onArranged: (layout: Layout, id: string, what: 'moved' | 'resized') => void
}

/**
 * The grid whose cards are dragged by their handles and resized at their corners. Fetched with the first edit.
 */
export function EditGrid({ widgets, width, card, onArranged }: Props) {
  const limits = { maxW: GRID_COLUMNS, maxH: TALLEST }
  const layout = widgets.map((widget) => ({ ...fromLeft(toItem(widget)), ...limits }))
  const end =
    (what: 'moved' | 'resized') =>
    (now: Layout, _before: LayoutItem | null, item: LayoutItem | null) => {
      if (item) onArranged(now.map(fromLeft), item.i, what)
    }
  return (
    <>
      {/* react-draggable would make a style of this id, which the content security policy forbids. */}
      <i id="react-draggable-style-el" hidden />
      <div className={css.grid} dir="ltr">
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

/** The grid counts its columns from the left, a dashboard from where reading begins; there and back it is the same. */
function fromLeft(item: LayoutItem): LayoutItem {
  return isRightToLeft() ? { ...item, x: GRID_COLUMNS - item.x - item.w } : item
}
