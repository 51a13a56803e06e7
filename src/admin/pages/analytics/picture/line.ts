import { formatMonth } from '#admin/format/numbers.ts'
import { colourAt, type Palette } from '../palette.ts'
import type { Series, Values } from '../series.ts'
import {
  axisTitle,
  frame,
  HEIGHT,
  LEGEND,
  POINTED,
  placeAxis,
  roomOf,
  type Spec,
  valueAxisSpec,
} from './spec.ts'
import { placeTicks, valueAxis } from './ticks.ts'

interface Spot {
  at: number
  value: number | null
}

/** So few points are drawn as points, too. */
const FEW = 14
/** The heights of the axis of days, and of a plot's name. */
const AXIS = 50
const NAME = 20
const MANY = 200

/** Marks along the entries: each line, area and row of dots is one. */
const mark = (type: string, data: readonly Spot[], style: Spec, encode: Spec = {}): Spec => ({
  type,
  data,
  encode: { x: 'at', y: 'value', ...encode },
  style,
  tooltip: type === 'line' && POINTED,
})
const dots = (data: readonly Spot[], size: number, style: Spec) =>
  mark('point', data, style, { shape: 'point', size })

/**
 * The line of one of a chart's values, and dashed that of the previous period. Values that differ by magnitude
 * (all users and new ones) stand in plots of their own, one below the other, each with an axis of its own:
 * two axes in one plot would make lines cross that have nothing to do with each other.
 */
export function lineSpec(series: Series, index: number, palette: Palette, width: number): Spec {
  const { entries, chart, beforeRange, measures, place } = series
  const { quiet, surface, muted } = palette
  const { label, unit } = chart.values[index] ?? { label: '', unit: 'users' }
  const axis = valueAxis(series, index)
  const isLast = index === chart.values.length - 1
  const spots = (rows: readonly (Values | undefined)[]) =>
    rows.map((values, at): Spot => ({ at, value: values?.[index] ?? null }))
  const now = spots(entries.map(({ values }) => values))
  const before = spots(entries.map((entry) => entry.before?.values))
  const known = now.filter(({ value }) => value !== null)
  // What holds less than the others: a day that is not over, a part of a week or month.
  const isHollow = ({ at }: Spot) =>
    entries[at]?.isPartial === true || (series.isUnfinished && at === entries.length - 1)
  const full = known.filter((spot) => !isHollow(spot))
  // Few points, and those between two gaps, which no line goes through.
  const isAlone = ({ at }: Spot) => !full.some((other) => Math.abs(other.at - at) === 1)
  const stroke = colourAt(palette, index)
  const joined = { lineJoin: 'round', connect: false }
  const marks = [
    ...(beforeRange
      ? [mark('line', before, { stroke: quiet, ...joined, lineDash: [6, 4], lineWidth: 2 })]
      : []),
    ...(axis.from === 0
      ? [mark('area', now, { fill: stroke, fillOpacity: 0.1, connect: false })]
      : []),
    mark('line', now, { stroke, ...joined, lineWidth: entries.length > MANY ? 1.25 : 2.25 }),
    dots(full.length <= FEW ? full : full.filter(isAlone), 3.5, {
      fill: stroke,
      stroke: surface,
      lineWidth: 1.5,
    }),
    dots(known.filter(isHollow), 4, { fill: surface, stroke, lineWidth: 2 }),
  ]
  // Of several plots, each is named above it, and has no room for a long name beside it.
  const title = axisTitle(chart.values.length > 1 ? label : (measures[index] ?? ''), unit)
  const values = valueAxisSpec(palette, axis, title)
  const most = ticksFor(series, width)
  return frame(width, heightOf(series, isLast), marks, {
    paddingBottom: isLast ? AXIS : 12,
    scale: {
      // Entries stand at 0, 1, 2 …; a single one in the middle.
      x: {
        type: 'linear',
        domain: entries.length > 1 ? [0, entries.length - 1] : [-1, 1],
        nice: false,
        tickMethod: () => placeTicks(entries.length, most),
      },
      y: values.scale,
    },
    axis: {
      x:
        isLast &&
        placeAxis(palette, place, {
          titleSpacing: 4,
          labelFormatter: (at: number) => tickText(series, at),
        }),
      y: values.axis,
    },
    tooltip: { crosshairsStroke: muted, markerStroke: surface, markerLineWidth: 2 },
  })
}

/** All of a card's plots together, with their names, are as high as one; the last has the axis of days. */
function heightOf({ chart, beforeRange }: Series, isLast: boolean): number {
  const plots = chart.values.length
  const height = HEIGHT - (beforeRange ? LEGEND : 0)
  if (plots === 1) return height
  const each = (height - AXIS - plots * NAME) / plots
  return isLast ? each + AXIS : each
}

/** As many as there is room for a label: 'Nov 16', 'Nov 2026'. */
function ticksFor(series: Series, width: number): number {
  const room = roomOf(width) / (isLong(series) ? 72 : 52)
  return Math.min(8, Math.max(2, Math.floor(room) + 1))
}

/** Over many months a day of the month says little, and the year must be there. */
function tickText(series: Series, at: number): string {
  const entry = series.entries[at]
  if (!entry) return ''
  return isLong(series) && entry.key !== entry.label ? formatMonth(entry.key) : entry.short
}

function isLong({ entries, grain }: Series): boolean {
  return grain === 'month' || entries.length > MANY
}
