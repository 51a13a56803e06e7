import {
  clamp,
  collides,
  getLayoutItem,
  type LayoutItem,
  moveElement,
  sortLayoutItemsByRowCol,
  verticalCompactor,
} from 'react-grid-layout/core'
import { GRID_COLUMNS, TALLEST, type WidgetRecord } from '#contract/dashboards.ts'

type Widgets = readonly WidgetRecord[]
type Layout = readonly LayoutItem[]

/**
 * Returns the widgets in reading order. Overlapping ones move to the first free cell: some backends store every new
 * widget at 0,0.
 */
export function arranged(widgets: Widgets): WidgetRecord[] {
  const placed: LayoutItem[] = []
  for (const item of sortLayoutItemsByRowCol(widgets.map(toItem))) {
    const isTaken = placed.some((other) => collides(other, item))
    placed.push(isTaken ? { ...item, ...freeCell(placed, item) } : item)
  }
  return compacted(widgets, placed)
}

/** Returns the widgets at the positions of a layout, in its reading order. */
export function placedAt(widgets: Widgets, layout: Layout): WidgetRecord[] {
  return sortLayoutItemsByRowCol(layout).flatMap(({ i, x, y, w, h }) =>
    widgets
      .filter(({ id }) => id === i)
      .map((widget) => ({
        ...widget,
        size: { ...widget.size, width: w, height: h },
        position: { ...widget.position, x, y },
      })),
  )
}

function compacted(widgets: Widgets, layout: Layout): WidgetRecord[] {
  return placedAt(widgets, verticalCompactor.compact(layout, GRID_COLUMNS))
}

/** Returns the first free cell for an item, row by row starting at `from`. */
function freeCell(layout: Layout, { w, h }: LayoutItem, from = { x: 0, y: 0 }) {
  for (let y = from.y; ; y += 1)
    for (let x = y === from.y ? from.x : 0; x + w <= GRID_COLUMNS; x += 1)
      if (!layout.some((other) => collides(other, { i: '', x, y, w, h }))) return { x, y }
}

export function toItem({ id, size, position }: WidgetRecord): LayoutItem {
  const w = clamp(size.width, 1, GRID_COLUMNS)
  const x = clamp(position.x, 0, GRID_COLUMNS - w)
  return { i: id, w, h: clamp(size.height, 1, TALLEST), x, y: Math.max(0, position.y) }
}

const STEPS = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
} as const
export type Direction = keyof typeof STEPS

/** Moves a widget one step, as a drag would: far enough to pass a neighbour. Undefined if it cannot move. */
export function moved(
  widgets: Widgets,
  id: string,
  direction: Direction,
): WidgetRecord[] | undefined {
  const { x, y } = STEPS[direction]
  for (let cells = 1; cells <= TALLEST; cells += 1) {
    const layout = widgets.map(toItem)
    const item = getLayoutItem(layout, id)
    if (!item) return
    const from = { ...item }
    const to = { x: from.x + x * cells, y: from.y + y * cells }
    if (to.x < 0 || to.y < 0 || to.x + item.w > GRID_COLUMNS) return
    const pushed = moveElement(layout, item, to.x, to.y, true, false, 'vertical', GRID_COLUMNS)
    const next = verticalCompactor.compact(pushed, GRID_COLUMNS)
    const now = getLayoutItem(next, id)
    if (now && (now.x - from.x) * x + (now.y - from.y) * y > 0) return placedAt(widgets, next)
  }
}

/** Resizes a widget by one cell; undefined at the limit. */
export function resized(
  widgets: Widgets,
  id: string,
  direction: Direction,
): WidgetRecord[] | undefined {
  const { x, y } = STEPS[direction]
  const layout = widgets.map(toItem)
  const item = getLayoutItem(layout, id)
  if (!item) return
  const size = { w: clamp(item.w + x, 1, GRID_COLUMNS - item.x), h: clamp(item.h + y, 1, TALLEST) }
  if (size.w === item.w && size.h === item.h) return
  return compacted(
    widgets,
    layout.map((one) => (one === item ? { ...item, ...size } : one)),
  )
}

/** Moves a widget one place in the list, whose order fills the grid row by row. */
export function reordered(widgets: Widgets, id: string, by: -1 | 1): WidgetRecord[] | undefined {
  const at = widgets.findIndex((one) => one.id === id)
  const [one, other] = [widgets[at], widgets[at + by]]
  if (!(one && other)) return
  const placed: LayoutItem[] = []
  for (const widget of widgets.with(at, other).with(at + by, one)) {
    const item = toItem(widget)
    placed.push({ ...item, ...freeCell(placed, item, placed.at(-1)) })
  }
  return placedAt(widgets, placed)
}

/** Adds a widget at the first free cell, last in the list. */
export function withAdded(widgets: Widgets, widget: WidgetRecord): WidgetRecord[] {
  const cell = freeCell(arranged(widgets).map(toItem), toItem(widget))
  return [...widgets, { ...widget, position: { ...widget.position, ...cell } }]
}
