import { translate } from '#admin/format/translate.ts'
import { capital } from '#model/words.ts'
import { colourAt, type Look } from '../palette.ts'
import type { Series } from '../series.ts'
import { formatValue } from '../words.ts'
import { hatch } from './hatch.ts'
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
import { valueAxis } from './ticks.ts'

interface Bar {
  at: number
  key: string
  /** Its place among the bars of an entry. */
  series: string
  index: number
  isBefore: boolean
  value: number | null
}

/** The widths of a letter of an axis, and of a number over a bar, in pixels. */
const LETTER = 6.4
const ROOM_FOR_NUMBER = 34

/**
 * The bars of a chart, side by side where it has several values. Those after the first are hatched, those of
 * the previous period are outlines: nobody needs to see colours to tell them apart.
 */
export function barSpec(series: Series, look: Look, width: number): Spec {
  const { entries, chart, beforeRange } = series
  const axis = axisOf(series)
  const bars = entries.flatMap((entry, at): Bar[] =>
    chart.values.flatMap((_, index) => {
      const bar = { at, key: String(at), index }
      const now = {
        ...bar,
        series: `${index}b`,
        isBefore: false,
        value: entry.values[index] ?? null,
      }
      if (!beforeRange) return [now]
      const value = entry.before?.values[index] ?? null
      return [{ ...bar, series: `${index}a`, isBefore: true, value }, now]
    }),
  )
  const slot = (width - gutterOf(width) - 28) / entries.length
  const isTight = entries.some(({ short }) => short.length * LETTER > slot)
  // Numbers stand over this period's bars only: compared or not, there is room for as many.
  const hasRoom = slot / chart.values.length > ROOM_FOR_NUMBER
  const hasLegend = chart.values.length > 1 || beforeRange !== undefined
  const [first] = chart.values
  const title =
    chart.values.length > 1
      ? translate(capital(first?.unit ?? 'users'))
      : axisTitle(first?.label ?? '', first?.unit ?? 'users')
  const mark: Spec = {
    type: 'interval',
    data: bars,
    encode: { x: 'key', y: 'value', series: 'series' },
    transform: [{ type: 'dodgeX', padding: 0.08 }],
    style: {
      maxWidth: 56,
      fillOpacity: 1,
      radiusTopLeft: 3,
      radiusTopRight: 3,
      fill: (bar: Bar) => fillOf(bar, look),
      stroke: (bar: Bar) => colourAt(look, bar.index),
      lineWidth: (bar: Bar) => (bar.isBefore || bar.index > 0 ? 1.5 : 0),
      lineDash: (bar: Bar) => (bar.isBefore ? [4, 3] : [0, 0]),
      cursor: chart.drill ? 'pointer' : 'default',
    },
    tooltip: POINTED,
    labels: hasRoom ? [numbers(first?.unit ?? 'users', look)] : [],
  }
  return frame(width, hasLegend ? HEIGHT - LEGEND : HEIGHT, [mark], {
    paddingBottom: 62,
    scale: {
      x: {
        type: 'band',
        domain: entries.map((_, at) => String(at)),
        paddingInner: 0.35,
        paddingOuter: 0.2,
      },
      y: valueScale(axis),
    },
    axis: {
      x: {
        ...axisStyle(look, series.place),
        titleSpacing: 6,
        labelAutoHide: false,
        labelAutoRotate: false,
        labelFormatter: (key: string) => {
          const text = entries[Number(key)]?.short ?? ''
          return isTight ? tickText(text, Number(key)) : text
        },
      },
      y: valueAxisSpec(look, axis, title),
    },
    interaction: { tooltip: { body: false, shared: true } },
  })
}

/** One axis for all values of a chart: they are of one unit. */
function axisOf(series: Series) {
  const axes = series.chart.values.map((_, index) => valueAxis(series, index))
  return axes.reduce((widest, axis) => (axis.to > widest.to ? axis : widest))
}

function fillOf({ index, isBefore }: Bar, look: Look): unknown {
  if (isBefore) return look.surface
  return index === 0 ? colourAt(look, index) : hatch(colourAt(look, index), look.surface)
}

function numbers(unit: Parameters<typeof formatValue>[1], look: Look): Spec {
  return {
    text: ({ value, isBefore }: Bar) =>
      value === null || isBefore ? '' : formatValue(value, unit),
    position: 'top',
    textBaseline: 'bottom',
    dy: -2,
    fill: look.text,
    fillOpacity: 1,
    fontFamily: look.font,
    fontSize: 12,
    transform: [{ type: 'overlapHide' }],
  }
}

/** Where room is scarce: in two lines, and a word alone one line lower than its neighbours. */
function tickText(text: string, at: number): string {
  const middle = text.length / 2
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const best = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0]
  if (best !== undefined) return `${text.slice(0, best)}\n${text.slice(best + 1)}`
  return at % 2 === 1 ? `\n${text}` : text
}
