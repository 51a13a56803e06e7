import { collides, type LayoutItem, verticalCompactor } from 'react-grid-layout/core'
import { GRID_COLUMNS, TALLEST, type WidgetRecord } from '#contract/insight/dashboards.ts'

/** Where widgets stand: the stored widget with its place, for the grid's own functions. */
export type Placed = LayoutItem

/**
 * The widgets as the grid shows them, in reading order: within its columns, none over another, no gap above
 * any. What stands where another one stands already takes the first free cell, for backends of the
 * specification store every new widget at 0,0. A widget that keeps its place stays the same object.
 */
export function arranged(widgets: readonly WidgetRecord[]): WidgetRecord[] {
  const placed: Placed[] = []
  for (const item of inReadingOrder(widgets.map(toItem)))
    placed.push(
      placed.some((other) => collides(other, item))
        ? { ...item, ...freeCell(placed, item.w, item.h) }
        : item,
    )
  return placedAt(widgets, verticalCompactor.compact(placed, GRID_COLUMNS))
}

/** The widgets at the places of a layout, in its reading order. */
export function placedAt(
  widgets: readonly WidgetRecord[],
  layout: readonly Placed[],
): WidgetRecord[] {
  return inReadingOrder(layout).flatMap((item) => {
    const widget = widgets.find(({ id }) => id === item.i)
    return widget ? [withPlace(widget, item)] : []
  })
}

/** The first cell, row by row, where a widget of this size fits. */
export function freeCell(
  layout: readonly Placed[],
  w: number,
  h: number,
  from = { x: 0, y: 0 },
): { x: number; y: number } {
  for (let y = from.y; ; y += 1)
    for (let x = y === from.y ? from.x : 0; x + w <= GRID_COLUMNS; x += 1)
      if (!layout.some((other) => collides(other, { i: '', x, y, w, h }))) return { x, y }
}

/** A widget's place within the grid, whatever is stored. */
export function toItem({ id, size, position }: WidgetRecord): Placed {
  const w = clamp(size.width, 1, GRID_COLUMNS)
  return {
    i: id,
    w,
    h: clamp(size.height, 1, TALLEST),
    x: clamp(position.x, 0, GRID_COLUMNS - w),
    y: Math.max(0, position.y),
  }
}

function withPlace(widget: WidgetRecord, { x, y, w, h }: Placed): WidgetRecord {
  const { size, position } = widget
  const isThere = size.width === w && size.height === h && position.x === x && position.y === y
  return isThere
    ? widget
    : {
        ...widget,
        size: { ...size, width: w, height: h },
        position: { ...position, x, y },
      }
}

function inReadingOrder<T extends Placed>(layout: readonly T[]): T[] {
  return [...layout].sort((a, b) => a.y - b.y || a.x - b.x)
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
