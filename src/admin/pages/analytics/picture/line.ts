import { formatMonth } from '#admin/format/numbers.ts'
import { colourAt, type Look } from '../palette.ts'
import type { Series } from '../series.ts'
import {
  axisStyle,
  axisTitle,
  frame,
  gutterOf,
  HEIGHT,
  LEGEND,
  POINTED,
  type Spec,
  valueAxisSpec,
  valueScale,
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

/**
 * The line of one of a chart's values, and dashed that of the previous period. Values that differ by magnitude
 * (all users and new ones) stand in plots of their own, one below the other, each with an axis of its own:
 * two axes in one plot would make lines cross that have nothing to do with each other.
 */
export function lineSpec(series: Series, index: number, look: Look, width: number): Spec {
  const { entries, chart } = series
  const value = chart.values[index]
  const axis = valueAxis(series, index)
  const isLast = index === chart.values.length - 1
  const now = entries.map(({ values }, at): Spot => ({ at, value: values[index] ?? null }))
  const before = entries.map(
    ({ before: other }, at): Spot => ({ at, value: other?.values[index] ?? null }),
  )
  const colour = colourAt(look, index)
  const isFilled = axis.from === 0
  const marks = [
    ...(series.beforeRange ? [line(before, look.quiet, { lineDash: [6, 4], lineWidth: 2 })] : []),
    ...(isFilled ? [area(now, colour)] : []),
    line(now, colour, { lineWidth: entries.length > MANY ? 1.25 : 2.25 }),
    dots(
      now.filter(({ at }) => !isHollow(series, at)),
      colour,
      look,
    ),
    hollow(
      now.filter(({ at }) => isHollow(series, at)),
      colour,
      look,
    ),
  ]
  // Of several plots, each is named above it, and has no room for a long name beside it.
  const name = chart.values.length > 1 ? value?.label : series.measures[index]
  const title = axisTitle(name ?? '', value?.unit ?? 'users')
  return frame(width, heightOf(series, isLast), marks, {
    paddingBottom: isLast ? AXIS : 12,
    scale: { x: placeScale(entries.length, ticksFor(series, width)), y: valueScale(axis) },
    axis: {
      x: isLast
        ? {
            ...axisStyle(look, series.place),
            titleSpacing: 4,
            labelAutoHide: false,
            labelAutoRotate: false,
            labelFormatter: (at: number) => tickText(series, at),
          }
        : false,
      y: valueAxisSpec(look, axis, title),
    },
    interaction: {
      tooltip: {
        body: false,
        crosshairsStroke: look.muted,
        markerStroke: look.surface,
        markerLineWidth: 2,
      },
    },
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

function line(data: Spot[], stroke: string, style: Spec): Spec {
  return {
    type: 'line',
    data,
    encode: { x: 'at', y: 'value' },
    style: { stroke, lineJoin: 'round', connect: false, ...style },
    tooltip: POINTED,
  }
}

function area(data: Spot[], fill: string): Spec {
  return {
    type: 'area',
    data,
    encode: { x: 'at', y: 'value' },
    style: { fill, fillOpacity: 0.1, connect: false },
    tooltip: false,
  }
}

/** Few points, and those between two gaps, which no line goes through. */
function dots(spots: readonly Spot[], fill: string, look: Look): Spec {
  const known = spots.filter(({ value }) => value !== null)
  const isAlone = ({ at }: Spot) =>
    (spots[at - 1]?.value ?? null) === null && (spots[at + 1]?.value ?? null) === null
  return {
    type: 'point',
    data: known.length <= FEW ? known : known.filter(isAlone),
    encode: { x: 'at', y: 'value', shape: 'point', size: 3.5 },
    style: { fill, stroke: look.surface, lineWidth: 1.5 },
    tooltip: false,
  }
}

/** What holds less than the others: a day that is not over, a part of a week or month. */
function isHollow({ entries, isUnfinished }: Series, at: number): boolean {
  return entries[at]?.isPartial === true || (isUnfinished && at === entries.length - 1)
}

function hollow(spots: readonly Spot[], stroke: string, look: Look): Spec {
  return {
    type: 'point',
    data: spots.filter(({ value }) => value !== null),
    encode: { x: 'at', y: 'value', shape: 'point', size: 4 },
    style: { fill: look.surface, stroke, lineWidth: 2 },
    tooltip: false,
  }
}

/** Entries stand at 0, 1, 2 …; a single one in the middle. */
function placeScale(count: number, most: number): Spec {
  return {
    type: 'linear',
    domain: count > 1 ? [0, count - 1] : [-1, 1],
    nice: false,
    tickMethod: () => placeTicks(count, most),
  }
}

/** Room for a label: 'Nov 16', 'Nov 2026'. */
const LABEL = { short: 52, long: 72 } as const
const MOST_TICKS = 8

function ticksFor(series: Series, width: number): number {
  const room = (width - gutterOf(width) - 28) / (isLong(series) ? LABEL.long : LABEL.short)
  return Math.min(MOST_TICKS, Math.max(2, Math.floor(room) + 1))
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
