import type { CSSProperties } from 'react'
import type { DashboardRecord, WidgetRecord } from '#contract/insight/dashboards.ts'

/** Where a widget stands, in the grid's cells or a wall's tracks of equal size. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** How many rows of a list stand below each other before they become two columns. */
const MOST_ROWS = 4
/** Every number of columns that a grid has goes into it: 1, 2, 3 and 4. */
const TRACKS = 12

/**
 * A dashboard for a wall: its widgets where the grid shows them, of the list in rows. A band of rows that is
 * not as wide as the others, such as the last of six single cells, is spread over the whole width. Takes
 * arranged widgets; gives their places in their order, and how many tracks and rows there are.
 */
export function spread(
  layout: DashboardRecord['layout'],
  widgets: readonly WidgetRecord[],
): { places: Place[]; columns: number; rows: number } {
  const places = widgets.map(layout === 'grid' ? cellOf : rowOf)
  const rows = Math.max(1, ...places.map(bottomOf))
  for (const band of bandsOf(places)) {
    const width = Math.max(...band.map((place) => place.x + place.width))
    for (const place of band) {
      place.x = (place.x * TRACKS) / width
      place.width = (place.width * TRACKS) / width
    }
  }
  return { places, columns: TRACKS, rows }
}

function cellOf({ position, size }: WidgetRecord): Place {
  return { ...position, ...size }
}

/** Rows over the whole width; many of them stand in two columns. */
function rowOf(_: WidgetRecord, index: number, all: readonly WidgetRecord[]): Place {
  const columns = all.length > MOST_ROWS ? 2 : 1
  return { x: index % columns, y: Math.floor(index / columns), width: 1, height: 1 }
}

/** Groups of places between which a line can be drawn from side to side. */
function bandsOf(places: readonly Place[]): Place[][] {
  const bands: Place[][] = []
  let end = 0
  for (const place of [...places].sort((a, b) => a.y - b.y)) {
    const band = place.y < end ? bands.at(-1) : undefined
    if (band) band.push(place)
    else bands.push([place])
    end = Math.max(end, bottomOf(place))
  }
  return bands
}

function bottomOf({ y, height }: Place): number {
  return y + height
}

/** For the style sheet, which knows how wide the page is. */
export function styleAt(place: Place | undefined): CSSProperties {
  if (!place) return {}
  const { x, y, width, height } = place
  return { '--x': x + 1, '--y': y + 1, '--w': width, '--h': height }
}
