import { moveElement, verticalCompactor } from 'react-grid-layout/core'
import { GRID_COLUMNS, TALLEST, type WidgetRecord } from '#contract/insight/dashboards.ts'
import { arranged, clamp, freeCell, type Placed, placedAt, toItem } from './arrange.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

const STEPS: Record<Direction, { x: number; y: number }> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/**
 * One step of a widget within the grid, as a drag would have it: what is in its way makes room. Where one
 * cell is not enough to pass a neighbour, it goes past it. Gives the same list when there is no way.
 */
export function moved(
  widgets: readonly WidgetRecord[],
  id: string,
  direction: Direction,
): readonly WidgetRecord[] {
  const { x, y } = STEPS[direction]
  for (let cells = 1; cells <= TALLEST; cells += 1) {
    const next = movedBy(widgets, id, x * cells, y * cells)
    if (next) return next
  }
  return widgets
}

function movedBy(
  widgets: readonly WidgetRecord[],
  id: string,
  dx: number,
  dy: number,
): WidgetRecord[] | undefined {
  const layout = widgets.map(toItem)
  const item = layout.find(({ i }) => i === id)
  if (!item) return undefined
  const from = { x: item.x, y: item.y }
  const to = { x: from.x + dx, y: from.y + dy }
  if (to.x < 0 || to.y < 0 || to.x + item.w > GRID_COLUMNS) return undefined
  const pushed = moveElement(layout, item, to.x, to.y, true, false, 'vertical', GRID_COLUMNS)
  const settled = verticalCompactor.compact(pushed, GRID_COLUMNS)
  const now = settled.find(({ i }) => i === id)
  const hasMoved = now && (now.x - from.x) * dx + (now.y - from.y) * dy > 0
  return hasMoved ? placedAt(widgets, settled) : undefined
}

/** A widget made wider or taller by a cell, or smaller; the same list when it is at its limit. */
export function resized(
  widgets: readonly WidgetRecord[],
  id: string,
  direction: Direction,
): readonly WidgetRecord[] {
  const { x, y } = STEPS[direction]
  return sized(widgets, id, (item) => ({
    w: clamp(item.w + x, 1, GRID_COLUMNS - item.x),
    h: clamp(item.h + y, 1, TALLEST),
  }))
}

function sized(
  widgets: readonly WidgetRecord[],
  id: string,
  change: (item: Placed) => Pick<Placed, 'w' | 'h'>,
): readonly WidgetRecord[] {
  const layout = widgets.map(toItem)
  const item = layout.find(({ i }) => i === id)
  if (!item) return widgets
  const size = change(item)
  if (size.w === item.w && size.h === item.h) return widgets
  const grown = layout.map((one) => (one.i === id ? { ...one, ...size } : one))
  return placedAt(widgets, verticalCompactor.compact(grown, GRID_COLUMNS))
}

/**
 * A widget one place earlier or later in the list. Two of one size change places in the grid, too; else the
 * grid is laid out anew in the list's order.
 */
export function reordered(
  widgets: readonly WidgetRecord[],
  id: string,
  by: -1 | 1,
): readonly WidgetRecord[] {
  const at = widgets.findIndex((one) => one.id === id)
  const [one, other] = [widgets[at], widgets[at + by]]
  if (!(one && other)) return widgets
  const isSameSize = one.size.width === other.size.width && one.size.height === other.size.height
  const next = [...widgets]
  next[at] = isSameSize ? { ...other, position: one.position } : other
  next[at + by] = isSameSize ? { ...one, position: other.position } : one
  return isSameSize ? next : flowed(next)
}

/** Laid out row by row in the order of the list. */
export function flowed(widgets: readonly WidgetRecord[]): WidgetRecord[] {
  const placed: Placed[] = []
  return widgets.map((widget) => {
    const item = toItem(widget)
    const last = placed.at(-1)
    const cell = freeCell(placed, item.w, item.h, last && { x: last.x, y: last.y })
    placed.push({ ...item, ...cell })
    return { ...widget, position: { ...widget.position, ...cell } }
  })
}

/** With a new widget at the first free cell (DASH-03), last in the list. */
export function withAdded(widgets: readonly WidgetRecord[], widget: WidgetRecord): WidgetRecord[] {
  const { size, position } = widget
  const cell = freeCell(arranged(widgets).map(toItem), size.width, size.height)
  return [...widgets, { ...widget, position: { ...position, ...cell } }]
}
